import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildFrozenArchive, readFrozenIndex } from '@adx/collection/merge/frozen-archive';
import { mergeTokens } from '@adx/collection/merge/merge-tokens';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import { mergeOptionsSchema } from '@adx/validators/merge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';
import { writeArchiveZip } from '../generate/write-archive.ts';

const commandLine = new CommandLine();
afterAll(() => rmSync(commandLine.folder, { recursive: true, force: true }));

beforeAll(async () => {
	const storage = await createDiskStorage(commandLine.path('storage'));
	const originals = ['elf', 'orc', 'cat'].map((what) => ({
		what,
		bytes: new TextEncoder().encode(`picture of ${what}`),
	}));
	const stored = await Promise.all(originals.map(async ({ what, bytes }) => ({ what, ...(await storage.put(bytes)) })));
	const tokens = stored.map(({ what, sha256 }) => ({
		filename: `${what}.png`,
		sha256,
		mime: 'image/png',
		width: 8,
		height: 8,
		metadata: { name: what, attributes: [{ trait_type: 'Kind', value: what }] },
	}));
	const sources = [
		{ name: 'First', tokens: tokens.slice(0, 2) },
		{ name: 'Second', tokens: tokens.slice(2) },
	];
	const options = { ...mergeOptionsSchema.parse({ order: 'shuffle' }), seed: 'winter' };
	const merged = mergeTokens(sources, options, 'One Court').tokens.map((token) => {
		const { sizeBytes, crc32 } = stored.find(({ sha256 }) => sha256 === token.sha256)!;
		return { ...token, sizeBytes, crc32 };
	});
	const frozen = buildFrozenArchive({
		projectName: 'One Court',
		description: '',
		seed: 'winter',
		options,
		sources,
		tokens: merged,
	});
	const pack = await storage.put(frozen.pack);
	const archive = readFrozenIndex(frozen.index, pack.sha256);
	await writeArchiveZip(archive, storage, commandLine.path('frozen.zip'), new AbortController().signal);
});

describe('verify-collection of a Frozen Collection', () => {
	it('accepts it in one line', async () => {
		const { status, out, err } = await commandLine.run(['verify-collection', 'frozen.zip']);
		expect({ status, err }).toEqual({ status: 0, err: '' });
		expect(out).toMatch(/^One Court: 3 images verified, provenance [0-9a-f]{64}\n$/);
	});

	it('rejects a changed original and a changed text, and names them', async () => {
		const whole = readFileSync(commandLine.path('frozen.zip'));
		for (const [text, name] of [
			['picture of orc', 'images/'],
			['"value": "cat"', 'metadata/'],
		] as const) {
			const changed = Buffer.from(whole);
			const at = whole.indexOf(text) + text.length - 2;
			changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
			writeFileSync(commandLine.path('changed.zip'), changed);
			const { status, err } = await commandLine.run(['verify-collection', 'changed.zip']);
			expect(status).toBe(1);
			expect(err).toMatch(
				new RegExp(`^${name}\\d\\.\\w+ was changed: manifest\\.json names another SHA-256 for it\\.$`, 'm'),
			);
		}
	});
});
