import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';

const commandLine = new CommandLine();
afterAll(() => commandLine.removeFolder());

/** More lines than any pipe holds. */
const rowCount = 30_000;

it('is silent when whoever reads its output stops', async () => {
	mkdirSync(commandLine.path('drop'));
	const rows = Array.from({ length: rowCount }, (_, index) => `${index + 1},${index + 1}.png,Value ${index % 7}`);
	const table = ['tokenID,file_name,attributes[Hat]', ...rows].join('\n');
	writeFileSync(commandLine.path('drop', 'metadata.csv'), table);
	const { child, ended } = commandLine.start(['rarity', 'drop', '--csv', '-']);
	child.stdout.once('data', () => child.stdout.destroy());
	expect(await ended).toMatchObject({ status: 0, err: '' });
});
