import type { MessagePort } from 'node:worker_threads';
import type { ZipEntry, ZipLayout } from '@adx/collection/archive/zip-layout';
import type { CollectionFacts } from '@adx/collection/metadata/metadata';
import type { AnyTraits } from '@adx/validators/catalogue/image-traits';
import type { ExportTarget, PreflightFinding } from '@adx/validators/exports';
import type { RaritySort, RaritySummary } from '@adx/validators/rarity';
import { getBuffers, type JsonBatches } from '../platform/threads/json-batches.ts';

/** A stored image of a generated collection. */
export interface TaskImage {
	readonly tokenNumber: number;
	readonly traits: AnyTraits;
	readonly imageUrl: string;
	/** The forge that drew it; null for other engines. */
	readonly forgeVersion: number | null;
	readonly sha256: string;
	readonly sizeBytes: number;
	readonly crc32: number;
	readonly mime: string;
	readonly width: number | null;
	readonly height: number | null;
}

/** Size and type of a merged token's picture. */
export interface TaskSize {
	readonly mime: string;
	readonly width: number | null;
	readonly height: number | null;
}

/** A collection as it travels to the thread that works on it. */
export type TaskCollection =
	| {
			readonly kind: 'generated';
			readonly facts: CollectionFacts;
			/** Packed `TaskImage`s; they are transferred. */
			readonly images: JsonBatches;
			readonly imageCount: number;
	  }
	| {
			readonly kind: 'merged' | 'attributed';
			readonly id: string;
			readonly facts: CollectionFacts;
			/** As the finished job stored them; they change hands. */
			readonly index: Uint8Array;
			readonly pack: Uint8Array;
			/** Which token each shows, where they were shuffled: the first entry is token 1's. */
			readonly order?: readonly number[];
			/** Packed `TaskSize`s, by token; null for attribute jobs, whose pictures are elsewhere. They are transferred too. */
			readonly sizes: JsonBatches | null;
	  };

export type TaskKind =
	| { readonly kind: 'rarity' }
	/** With the kind of a finding all that it is about, and nothing of the others. */
	| { readonly kind: 'preflight'; readonly finding?: string }
	| { readonly kind: 'export'; readonly target: ExportTarget }
	/** What each item is, whichever token shows it. */
	| { readonly kind: 'hashes' };

export interface CollectionTask {
	readonly collection: TaskCollection;
	readonly work: TaskKind;
	/** The thread sends the hashes of pictures whose chunks it needs, once, and gets what `hashChunks` answers. */
	readonly port: MessagePort;
}

/** A run of a file: stored bytes, or bytes of the pack that came with it. */
export type PackedRun =
	| { readonly sha256: string; readonly offset: number; readonly length: number }
	| { readonly sha256: null; readonly offset: number; readonly length: number };

export interface PackedFile {
	readonly entry: ZipEntry;
	/** How many runs it is made of. */
	readonly runCount: number;
}

/** A zip's layout but for the entries, which travel in batches. */
export type PackedLayout = Omit<ZipLayout, 'entries'>;

export interface RarityOutcome {
	readonly kind: 'rarity';
	readonly summary: RaritySummary;
	/** `RankedToken`s as JSON, rarest first, one after the other. */
	readonly tokens: Uint8Array;
	/** The offset of each, and finally the end of all. */
	readonly offsets: Float64Array;
	/** The places of the tokens in that order, by what they are sorted by. */
	readonly orders: Readonly<Record<Exclude<RaritySort, 'rank'>, Uint32Array>>;
	/** Name and number of each as it is searched for, a line each, rarest first. */
	readonly labels: string;
	/** Where each line begins, and finally the end of all. */
	readonly labelOffsets: Uint32Array;
	/** rarity.csv. */
	readonly csv: Uint8Array;
}

export interface ExportOutcome {
	readonly kind: 'export';
	/** The packed files. */
	readonly files: JsonBatches;
	/** The packed runs, file after file. */
	readonly runs: JsonBatches;
	/** The layout of the zip of these files. */
	readonly layout: PackedLayout;
	/** All bytes that are not stored. */
	readonly pack: Uint8Array;
}

/** What changes hands with files that travel. */
export function buffersOfExport({ files, runs, layout, pack }: ExportOutcome): ArrayBufferLike[] {
	const { localOffsets, centralOffsets } = layout;
	return [...getBuffers(files), ...getBuffers(runs), localOffsets.buffer, centralOffsets.buffer, pack.buffer];
}

/** What the thread made; 'refused' tells why it cannot, in a sentence for the person. */
export type CollectionOutcome =
	| RarityOutcome
	| ExportOutcome
	/** In hex, one after the other. */
	| { readonly kind: 'hashes'; readonly itemHashes: string }
	| { readonly kind: 'preflight'; readonly tokenCount: number; readonly findings: readonly PreflightFinding[] }
	| { readonly kind: 'refused'; readonly message: string };
