import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** In `DATA_DIR`, while a process with the embedded database runs: where it listens for the operator's commands. */
export const controlFileName = 'control.json';
export const dumpPath = '/dump';

const controlFile = z.object({ origin: z.url(), token: z.string() });
export type ControlFile = Readonly<z.infer<typeof controlFile>>;

/** Has the process that holds the embedded database of `dataDir` write a dump of it, and saves that to a new file. */
export async function takeRunningDump(
	{ dataDir, path }: { readonly dataDir: string; readonly path: string },
	{ withSecrets }: { readonly withSecrets: boolean },
): Promise<void> {
	const { origin, token } = controlFile.parse(JSON.parse(await readFile(join(dataDir, controlFileName), 'utf8')));
	const response = await fetch(`${origin}${dumpPath}?secrets=${withSecrets}`, {
		headers: { authorization: `Bearer ${token}` },
	});
	if (!response.ok || response.body === null) throw new Error(`The running process answered ${response.status}.`);
	await pipeline(Readable.fromWeb(response.body), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
}
