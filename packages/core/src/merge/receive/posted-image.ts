import { createHash } from 'node:crypto';
import { tokenMetadataMaxBytes, uploadMaxBytes } from '@adx/validators/limits';
import { sha256Schema } from '@adx/validators/text';
import { mergeImageSchema } from '@adx/validators/uploads';
import { z } from 'zod';
import type { PostedContent, PostedImage } from './read-merge-body.ts';

/** As the specification has a local image; `sha256` in place of `imageData` names bytes that were uploaded before. */
export const postedImageSchema = z.strictObject({
	id: z.union([z.string(), z.number()]).optional(),
	filename: mergeImageSchema.shape.filename,
	imageData: z.string().optional(),
	sha256: sha256Schema.optional(),
	metadata: mergeImageSchema.shape.metadata.default(null),
	originalIndex: z.int().optional(),
});

const dataUrl = /^data:([\w.+-]+\/[\w.+-]+);base64,/;
/** Longest beginning of a data URL that is looked at for its type. */
const dataUrlHeadLength = 100;

/** An image as it was posted, or what is wrong with it; one bad image spoils nothing else. */
export function readPostedImage(
	value: unknown,
	{ collection, position }: { readonly collection: number; readonly position: number },
): PostedImage {
	const parsed = postedImageSchema.safeParse(value);
	const filename = filenameOf(value) ?? `image ${position + 1}`;
	const refused = (message: string): PostedImage => {
		return { collection, filename, entry: '', content: { kind: 'refused', message } };
	};
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		return refused(`${issue?.path.join('.') || 'The image'}: ${issue?.message ?? 'not as expected'}.`);
	}
	const { imageData, sha256, metadata } = parsed.data;
	if (Buffer.byteLength(JSON.stringify(metadata)) > tokenMetadataMaxBytes) {
		return refused(`Its metadata is larger than ${tokenMetadataMaxBytes / 1_000} kB.`);
	}
	if ((imageData === undefined) === (sha256 === undefined)) {
		return refused('Send either imageData, a data URL, or sha256, the hash of bytes that were uploaded before.');
	}
	const content = sha256 === undefined ? readDataUrl(imageData ?? '') : { kind: 'hash' as const, sha256 };
	if (typeof content === 'string') return refused(content);
	const entry = JSON.stringify({ filename, sha256: content.sha256, metadata });
	return { collection, filename, entry, content };
}

function filenameOf(value: unknown): string | null {
	const { filename } = Object(value) as { readonly filename?: unknown };
	return typeof filename === 'string' && filename !== '' ? filename.slice(0, 1_000) : null;
}

/** The bytes of a data URL, or what is wrong with it. */
function readDataUrl(text: string): PostedContent | string {
	const [head, mime = ''] = dataUrl.exec(text.slice(0, dataUrlHeadLength)) ?? [];
	if (head === undefined) return 'Its imageData is not a data URL in base64.';
	const encoded = text.length - head.length;
	if ((encoded / 4) * 3 > uploadMaxBytes) return `It is larger than ${uploadMaxBytes / 1_000_000} MB.`;
	const bytes = Buffer.from(text.slice(head.length), 'base64');
	const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
	// Node skips what is not base64.
	if (bytes.length === 0 || bytes.length !== Math.floor(((encoded - padding) * 3) / 4)) {
		return 'Its imageData is not a data URL in base64.';
	}
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	return { kind: 'bytes', bytes: new Uint8Array(bytes), mime, sha256 };
}
