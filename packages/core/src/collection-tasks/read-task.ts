import { decodeIndex } from '@adx/collection/archive/pack-index';
import type { ExportCollection, ExportToken } from '@adx/collection/export/export-collection';
import { parseTokenMetadata } from '@adx/collection/files/group-files';
import { imagePath, tokenMetadata } from '@adx/collection/metadata/metadata';
import { toScoredTraits } from '@adx/collection/metadata/traits';
import { rankTokens } from '@adx/collection/rarity/rarity';
import { renumberMetadata } from '@adx/collection/reveal/item-hash';
import { parse } from 'csv-parse/sync';
import { tokenImageUrl } from '../merge/present-merge.ts';
import { parseJsonBatches } from '../platform/threads/json-batches.ts';
import type { TaskCollection, TaskImage, TaskSize } from './collection-task.ts';

/** A token with the address of its picture; null where that stays with its creator. */
export type TaskToken = ExportToken & { readonly imageUrl: string | null };

/** The collection of a task; metadata is made, or read from the pack, whenever somebody looks. */
export function readTask(task: TaskCollection): ExportCollection & { readonly tokens: readonly TaskToken[] } {
	if (task.kind === 'generated') return { facts: task.facts, tokens: generatedTokens(task) };
	const tokens = task.kind === 'merged' ? mergedTokens(task) : attributedTokens(task);
	return { facts: task.facts, tokens: task.order === undefined ? tokens : shuffleTokens(tokens, task.order) };
}

type Generated = Extract<TaskCollection, { readonly kind: 'generated' }>;
type Packed = Exclude<TaskCollection, Generated>;

/** As in the collection's archive, rarity follows from the images there are. */
function generatedTokens({ facts, images: batches }: Generated): TaskToken[] {
	const images = parseJsonBatches<TaskImage>(batches);
	const ranking = rankTokens(images.map(({ traits }) => toScoredTraits(traits)));
	return images.map(({ tokenNumber, traits, imageUrl, forgeVersion, ...image }, index) => {
		const ranked = { ...traits, rarity: ranking.tokens[index]!.tier };
		const { sha256, sizeBytes, crc32, mime, width, height } = image;
		return {
			tokenNumber,
			imageUrl,
			fileName: imagePath(tokenNumber, mime),
			image: { sha256, sizeBytes, crc32, mime, width, height },
			get metadata() {
				return { ...tokenMetadata(facts, { tokenNumber, traits: ranked, mime, forgeVersion }) };
			},
		};
	});
}

const mergedImage = /^images\/(\d+)\.[^/]+$/;

function mergedTokens({ id, index, pack, sizes }: Packed): TaskToken[] {
	const { texts, files } = readPacked(index, pack);
	const sizeOf = parseJsonBatches<TaskSize>(sizes ?? []);
	return files.flatMap(({ name, sizeBytes, crc32, sha256 }) => {
		const number = Number(mergedImage.exec(name)?.[1]);
		if (Number.isNaN(number)) return [];
		const size = sizeOf[number - 1];
		return [
			{
				tokenNumber: number,
				imageUrl: tokenImageUrl(id, number),
				fileName: name,
				image: {
					sha256,
					sizeBytes,
					crc32,
					mime: size?.mime.startsWith('image/') ? size.mime : null,
					width: size?.width ?? null,
					height: size?.height ?? null,
				},
				get metadata() {
					return texts.read(`metadata/${number}.json`);
				},
			},
		];
	});
}

/** Tokens 1 and on, each with the picture and the traits of the one that it shows. */
function shuffleTokens(tokens: readonly TaskToken[], order: readonly number[]): TaskToken[] {
	return order.map((own, place) => {
		const shown = tokens[own - 1];
		if (shown?.tokenNumber !== own) throw new RangeError(`There is no token ${own} to show.`);
		const tokenNumber = place + 1;
		const { fileName, image, imageUrl } = shown;
		return {
			tokenNumber,
			fileName,
			image,
			imageUrl,
			get metadata() {
				return renumberMetadata(shown.metadata, own, tokenNumber);
			},
		};
	});
}

/** Its archive holds a metadata file per image in the top folder, in the order of their numbers. */
function attributedTokens({ index, pack }: Packed): TaskToken[] {
	const { texts } = readPacked(index, pack);
	const names = texts.names.filter((name) => /^[^/]+\.json$/.test(name));
	let images: ReadonlyMap<string, string> | null = null;
	const imageOf = (name: string) => {
		images ??= givenImages(texts.textOf('files.csv') ?? '');
		return images.get(name) ?? name.replace(/json$/, 'png');
	};
	return names.map((name, place) => ({
		tokenNumber: place + 1,
		imageUrl: null,
		// Read when it is asked for: a ranking needs no names of files.
		get fileName() {
			return imageOf(name);
		},
		image: null,
		get metadata() {
			return texts.read(name);
		},
	}));
}

/** Image names by their metadata files', from the attribute job's own record: metadata may name pictures of somebody else. */
function givenImages(filesCsv: string): ReadonlyMap<string, string> {
	const rows = parse(filesCsv, { columns: true, skip_empty_lines: true }) as Record<string, string>[];
	// No safe name begins with an apostrophe: it was set before what a spreadsheet would calculate.
	const nameIn = (cell = '') => cell.replace(/^'/, '');
	return new Map(rows.map(({ Metadata, Image }) => [nameIn(Metadata), nameIn(Image)]));
}

function readPacked(index: Uint8Array, pack: Uint8Array) {
	// No file has this name, so it distinguishes texts from originals.
	const { entries, sources } = decodeIndex(index, '');
	const places = new Map<string, { readonly offset: number; readonly sizeBytes: number }>();
	const files: { name: string; sizeBytes: number; crc32: number; sha256: string }[] = [];
	entries.forEach(({ name, sizeBytes, crc32, sha256 = '' }, place) => {
		const source = sources[place]!;
		if (source.kind === 'blob' && source.offset !== undefined) places.set(name, { offset: source.offset, sizeBytes });
		else files.push({ name, sizeBytes, crc32, sha256 });
	});
	const decoder = new TextDecoder();
	const textOf = (name: string) => {
		const place = places.get(name);
		return place === undefined ? null : decoder.decode(pack.subarray(place.offset, place.offset + place.sizeBytes));
	};
	const read = (name: string) => {
		const text = textOf(name);
		return text === null ? null : parseTokenMetadata(text);
	};
	return { files, texts: { names: [...places.keys()], textOf, read } };
}
