import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { BlendMode } from '@adx/collection/layers/blend-modes';
import { describePixels } from '@adx/collection/layers/png-file';
import type { Canvas } from '@napi-rs/canvas';
import type { Sharp } from 'sharp';
import { pictureReader } from '../../platform/images/image-decoder.ts';
import { yieldToEventLoop } from '../../platform/threads/yield-to-event-loop.ts';
import { encodeFull, encodePreviews } from '../encode-image.ts';
import { releaseBytes } from '../release-bytes.ts';
import { transferImage } from '../transfer-image.ts';
import type { EngineImage } from '../types.ts';
import { composeLayers } from './compose-layers.ts';
import { type DecodedLayer, decodeLayer, LayerRefusedError } from './decode-layer.ts';
import { encodeGrain, hasGrain, type RawPixels } from './encode-grain.ts';
import { LayerCache } from './layer-cache.ts';
import { packRgb } from './pack-rgb.ts';

/** What travels to a composing thread. */
export interface ComposeTask {
	/** From the back to the front, at least one. */
	readonly parts: readonly {
		/** Of the file's bytes, e.g. their hash: what was decoded under it is used again. */
		readonly id: string;
		/** What sentences call the file. */
		readonly name: string;
		readonly blend: BlendMode;
		readonly opacity: number;
	}[];
	/** A CSS colour, or null. */
	readonly background: string | null;
	/** What the image is scaled to; null for the layers' own size. */
	readonly size: { readonly width: number; readonly height: number; readonly isSmooth: boolean } | null;
	readonly previews: boolean;
	/** Bytes of pixels that this thread may keep. */
	readonly cacheBytes: number;
	/** Takes a `ComposeTask` and answers with the bytes of each file. */
	readonly port: MessagePort;
}

/** The files that a thread has not decoded yet. */
export interface MissingLayers {
	readonly ids: readonly string[];
}

/** What became of a task; a refused one names the file and what is wrong with it. */
export type ComposeOutcome =
	| { readonly kind: 'image'; readonly image: EngineImage }
	| { readonly kind: 'refused'; readonly reason: string };

const cache = new LayerCache();

/** Composes one image and encodes it: PNG in full, WebP for the two previews. */
export default async function compose(task: ComposeTask): Promise<ComposeOutcome> {
	try {
		const layers = await readLayers(task);
		const { width, height } = layers[0]!;
		const drawn = task.parts.map(({ blend, opacity }, index) => ({ layer: layers[index]!, blend, opacity }));
		const canvas = composeLayers(drawn, { width, height, background: task.background });
		return transferImage(await encode(canvas, task), (image) => ({ kind: 'image', image }));
	} catch (error) {
		if (error instanceof LayerRefusedError) return { kind: 'refused', reason: error.message };
		throw error;
	} finally {
		cache.trim(task.cacheBytes);
	}
}

async function readLayers({ parts, port }: ComposeTask): Promise<DecodedLayer[]> {
	const found = new Map(parts.map(({ id }) => [id, cache.get(id)]));
	const missing = [...found].flatMap(([id, layer]) => (layer === undefined ? [id] : []));
	if (missing.length > 0) {
		const answered = once(port, 'message') as Promise<[readonly Uint8Array[]]>;
		port.postMessage({ ids: missing } satisfies MissingLayers);
		const [files] = await answered;
		for (const [index, id] of missing.entries()) {
			const layer = await decodeNamed(files[index]!, parts.find((part) => part.id === id)!.name);
			cache.set(id, layer);
			found.set(id, layer);
		}
	}
	const layers = parts.map(({ id }) => found.get(id)!);
	const [first] = layers;
	const other = layers.findIndex(({ width, height }) => width !== first!.width || height !== first!.height);
	if (other !== -1) {
		const [left, right] = [0, other].map((part) => `'${parts[part]!.name}' is ${describePixels(layers[part]!)}`);
		throw new LayerRefusedError(`All layers need one size: ${left}, and ${right}.`);
	}
	return layers;
}

async function decodeNamed(bytes: Uint8Array, name: string): Promise<DecodedLayer> {
	try {
		return await decodeLayer(bytes);
	} catch (error) {
		if (!(error instanceof LayerRefusedError)) throw error;
		throw new LayerRefusedError(`'${name}' ${error.message}.`, { cause: error });
	}
}

async function encode(canvas: Canvas, { size, previews }: ComposeTask): Promise<EngineImage> {
	const { bytes, pixels, channels } = readPixels(canvas);
	try {
		// Else a thread that always has a next image never comes to finish what the garbage collector started, and grows by
		// each one: where all is done at once, it takes the next before its event loop turns.
		await yieldToEventLoop();
		const raw = { width: canvas.width, height: canvas.height, channels };
		const kernel = size?.isSmooth === false ? ('nearest' as const) : ('lanczos3' as const);
		const isScaled = size !== null && (size.width !== canvas.width || size.height !== canvas.height);
		const scaled = isScaled ? await scale(pixels, raw, { ...size, kernel }) : { pixels, raw };
		// One sharp object per file: its clone() would copy all the pixels.
		const open = (): Sharp => pictureReader(scaled.pixels, { raw: scaled.raw });
		const isGrainy = hasGrain(scaled.pixels, scaled.raw);
		const full =
			(isGrainy && encodeGrain(scaled.pixels, scaled.raw)) ||
			(await encodeFull(open(), { adaptiveFiltering: isGrainy }));
		return { full, previews: previews ? await encodePreviews(open(), kernel) : null };
	} finally {
		releaseBytes(bytes);
	}
}

/** RGB where every pixel is opaque, else RGBA. */
function readPixels(canvas: Canvas): { readonly bytes: Uint8Array; readonly pixels: Buffer; readonly channels: 3 | 4 } {
	const premultiplied = canvas.data();
	const rgb = packRgb(premultiplied);
	if (rgb !== null) return { bytes: premultiplied, pixels: rgb, channels: 3 };
	releaseBytes(premultiplied);
	const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
	const rgba = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
	return { bytes: rgba, pixels: rgba, channels: 4 };
}

async function scale(
	pixels: Buffer,
	raw: RawPixels,
	{
		width,
		height,
		kernel,
	}: { readonly width: number; readonly height: number; readonly kernel: 'nearest' | 'lanczos3' },
): Promise<{ readonly pixels: Buffer; readonly raw: RawPixels }> {
	const resized = pictureReader(pixels, { raw }).resize(width, height, { fit: 'fill', kernel });
	return { pixels: await resized.raw().toBuffer(), raw: { width, height, channels: raw.channels } };
}
