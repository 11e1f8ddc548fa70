import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { LayerList } from '@adx/validators/generation/layer-list';
import type { UploadInput } from '@adx/validators/uploads';
import { drawGround, drawOval } from '../../engines/layers/layers-testing.ts';
import type { RequestContext } from '../../platform/context.ts';
import { receiveUpload } from '../../uploads/receive-upload.ts';

/** For tests: pictures and texts by the paths of a picked folder. */
export type LayerFolder = ReadonlyMap<string, Uint8Array | string>;

/** For tests: a folder of three layers with the weights of HashLips, 48 px each. */
export function createLayerFolder(change: Readonly<Record<string, Uint8Array | string | null>> = {}): LayerFolder {
	const files: Record<string, Uint8Array | string | null> = {
		'layers/Background/Blue#3.png': drawGround(48, 48, '#2244cc'),
		'layers/Background/Red#1.png': drawGround(48, 48, '#cc2222'),
		'layers/Body/Small#50.png': drawOval(48, '#ffeedd', 0.3),
		'layers/Body/Middle#30.png': drawOval(48, '#ddccbb', 0.6),
		'layers/Body/Large#20.png': drawOval(48, '#bbaa99', 0.9),
		'layers/Eyes/Green#1.png': drawOval(48, '#00ff00', 0.1),
		'layers/Eyes/Grey#1.png': drawOval(48, '#888888', 0.15),
		'layers/Eyes/Gold#1.png': drawOval(48, '#ffcc00', 0.2),
		...change,
	};
	return new Map(Object.entries(files).flatMap(([path, file]) => (file === null ? [] : [[path, file] as const])));
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** For tests: the list of a folder, as a browser makes it. */
export function toLayerList(folder: LayerFolder): LayerList {
	const files = [...folder].flatMap(([path, file]) =>
		typeof file === 'string' ? [] : [{ path, sha256: hashOf(file) }],
	);
	const texts = [...folder].flatMap(([path, text]) => (typeof text === 'string' ? [{ path, text }] : []));
	return { format: 'adx-layers-1', files, texts };
}

/** For tests: stores bytes as the upload of a caller, and returns their hash. */
export async function upload(ctx: RequestContext, bytes: Uint8Array, as: UploadInput['as']): Promise<string> {
	const sha256 = hashOf(bytes);
	await receiveUpload(ctx, { sha256, as }, Readable.from([Buffer.from(bytes)]), bytes.length);
	return sha256;
}

/** For tests: uploads a folder with its list, and returns the list's hash; `as` for what its pictures are sent as. */
export async function uploadFolder(
	ctx: RequestContext,
	folder: LayerFolder,
	as: 'layer' | 'image' = 'layer',
): Promise<string> {
	for (const file of folder.values()) if (typeof file !== 'string') await upload(ctx, file, as);
	return upload(ctx, Buffer.from(JSON.stringify(toLayerList(folder))), 'layers');
}
