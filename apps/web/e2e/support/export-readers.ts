import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CarReader } from '@ipld/car';
import { type Download, expect, type Page, type TestInfo } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import JsZip from 'jszip';

export interface SavedDownload {
	readonly download: Download;
	readonly bytes: Buffer;
}

/** Presses the link that downloads, and gives the file. */
export async function downloadBy(page: Page, name: string | RegExp, testInfo: TestInfo): Promise<SavedDownload> {
	const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
	const path = testInfo.outputPath(download.suggestedFilename());
	await download.saveAs(path);
	return { download, bytes: await readFile(path) };
}

/** An archive that was downloaded, read by a library that the product does not write with. */
export interface ReadZip {
	/** The names of the files, sorted. */
	readonly names: readonly string[];
	bytes(name: string): Promise<Buffer>;
	json<Value>(name: string): Promise<Value>;
	/** Rows by the names of the columns. */
	csv(name: string): Promise<Record<string, string>[]>;
}

export async function readZip(archive: Buffer): Promise<ReadZip> {
	const zip = await JsZip.loadAsync(archive, { checkCRC32: true });
	const names = Object.values(zip.files).flatMap(({ dir, name }) => (dir ? [] : [name]));
	const bytes = (name: string) =>
		zip.file(name)?.async('nodebuffer') ?? Promise.reject(new Error(`${name} is missing`));
	return {
		names: names.sort(),
		bytes,
		json: async (name) => JSON.parse((await bytes(name)).toString('utf8')),
		csv: async (name) => readCsv(await bytes(name)),
	};
}

export const readCsv = (bytes: Buffer): Record<string, string>[] => parse(bytes, { columns: true });

export interface ReadCar {
	readonly roots: readonly string[];
	/** SHA-256 of every block, in hex. */
	readonly hashes: ReadonlySet<string>;
	/** The blocks that are JSON documents. */
	readonly documents: readonly Record<string, unknown>[];
}

/** Reads a CAR back; every block must be what its CID says. */
export async function readCar(bytes: Buffer): Promise<ReadCar> {
	const reader = await CarReader.fromBytes(bytes);
	const hashes = new Set<string>();
	const documents: Record<string, unknown>[] = [];
	for await (const { cid, bytes: block } of reader.blocks()) {
		const sha256 = sha256Hex(block);
		expect(Buffer.from(cid.multihash.digest).toString('hex'), String(cid)).toBe(sha256);
		hashes.add(sha256);
		if (block[0] === 0x7b) documents.push(JSON.parse(Buffer.from(block).toString('utf8')));
	}
	return { roots: (await reader.getRoots()).map(String), hashes, documents };
}

export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Both CARs of an export, whose roots must be those that it names. */
export async function readCars(
	rootsJson: Buffer,
	fileOf: (name: string) => Promise<Buffer>,
): Promise<{ readonly images: ReadCar; readonly metadata: ReadCar; readonly imagesRoot: string }> {
	const roots = JSON.parse(rootsJson.toString('utf8')) as Record<'images' | 'metadata', { car: string; root: string }>;
	const images = await readCar(await fileOf(roots.images.car));
	const metadata = await readCar(await fileOf(roots.metadata.car));
	expect([images.roots, metadata.roots]).toEqual([[roots.images.root], [roots.metadata.root]]);
	return { images, metadata, imagesRoot: roots.images.root };
}
