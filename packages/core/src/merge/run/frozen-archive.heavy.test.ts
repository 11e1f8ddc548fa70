import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import { buildFrozenArchive, readFrozenIndex } from '@adx/collection/merge/frozen-archive';
import { mergeTokens } from '@adx/collection/merge/merge-tokens';
import { mergeOptionsSchema } from '@adx/validators/merge';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createArchiveDownload } from '../../platform/downloads/archive-download.ts';
import { createDiskStorage } from '../../platform/storage/disk.ts';
import type { Storage, StoredObject } from '../../platform/storage/types.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'adx-frozen-heavy-'));
	storage = await createDiskStorage(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes the download of a Frozen Collection to a file; its images take turns with the given bytes. */
async function writeArchive(imageCount: number, originals: readonly StoredObject[], path: string): Promise<void> {
	const originalOf = (index: number) => originals[index % originals.length]!;
	const entries = Array.from({ length: imageCount }, (_, index) => ({
		filename: `images/${index}.png`,
		sha256: originalOf(index).sha256,
		mime: 'image/png',
		width: 1,
		height: 1,
		metadata: { name: `Old #${index}`, attributes: [{ trait_type: 'Group', value: String(index % 50) }] },
	}));
	const sources = [{ name: 'All', tokens: entries }];
	const options = { ...mergeOptionsSchema.parse({}), seed: 'heavy' };
	const { tokens } = mergeTokens(sources, options, 'Heavy');
	const frozen = buildFrozenArchive({
		projectName: 'Heavy',
		description: '',
		seed: options.seed,
		options,
		sources,
		tokens: tokens.map((token, index) => ({ ...token, ...originalOf(index) })),
	});
	const pack = await storage.put(frozen.pack);
	const archive = readFrozenIndex(frozen.index, pack.sha256);
	const layout = computeZipLayout(archive.entries);
	const sink = createWriteStream(path);
	await createArchiveDownload({ storage, fileName: 'a.zip', layout, sources: archive.sources }).writeTo(sink);
	sink.end();
	await finished(sink);
	expect(sink.bytesWritten).toBe(layout.totalBytes);
}

const pythonTest =
	'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.namelist()))';

/** Has every tool that is on this machine read the whole archive; a finding makes it exit with another status. */
function checkWithTools(path: string, entryCount: number): void {
	const isThere = (tool: string) => spawnSync(tool, ['--help'], { stdio: 'ignore' }).error === undefined;
	if (isThere('unzip')) execFileSync('unzip', ['-tqq', path], { stdio: 'pipe' });
	if (isThere('7z')) execFileSync('7z', ['t', '-bso0', path], { stdio: 'pipe' });
	const names = isThere('python3') ? execFileSync('python3', ['-c', pythonTest, path]).toString().trim() : null;
	if (names !== null) expect(names).toBe(String(entryCount));
}

it('a Frozen Collection of more than 65,535 files passes unzip, 7z and Python', async () => {
	const originals = [await storage.put(randomBytes(100)), await storage.put(randomBytes(1_000))];
	const path = join(folder, 'many.zip');
	await writeArchive(33_000, originals, path);
	checkWithTools(path, 2 * 33_000 + 4);
	await rm(path);
});

it('a Frozen Collection beyond 4 GiB passes unzip, 7z and Python', async () => {
	const originals = [await storage.put(randomBytes(48_000_000)), await storage.put(randomBytes(45_000_000))];
	const path = join(folder, 'large.zip');
	await writeArchive(100, originals, path);
	checkWithTools(path, 2 * 100 + 4);
	await rm(path);
});
