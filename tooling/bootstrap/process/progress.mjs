const everyMs = { terminal: 1_000, log: 10_000 };

/**
 * Runs a step that takes long and shows that it is at work: on a terminal one line that counts the seconds, elsewhere a
 * line every ten seconds, and at the end how long it took.
 *
 * @template T
 * @param {{ doing: string, done: string, hint: string }} texts e.g. 'Installing packages', 'Installed packages' and, in
 * brackets behind the first, when and for how long that is
 * @param {(setDetail: (detail: string) => void) => Promise<T>} work may say how far it is, e.g. '40 of 120'
 * @param {{ isTTY?: boolean, write(text: string): unknown }} stream
 * @returns {Promise<T>}
 */
export async function withProgress({ doing, done, hint }, work, stream = process.stderr) {
	const startedAt = Date.now();
	const isTerminal = stream.isTTY === true;
	let detail = '';
	const seconds = () => `${Math.round((Date.now() - startedAt) / 1_000)} s`;
	// On a terminal each line takes the place of the one before.
	const show = (/** @type {string} */ line) => stream.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
	stream.write(`${doing} (${hint}) …\n`);
	const timer = setInterval(
		() => show(`  ${[seconds(), detail].filter(Boolean).join(', ')}`),
		isTerminal ? everyMs.terminal : everyMs.log,
	);
	try {
		const result = await work((text) => {
			detail = text;
		});
		show(`${done} in ${seconds()}.${isTerminal ? '\n' : ''}`);
		return result;
	} catch (error) {
		if (isTerminal) show('');
		throw error;
	} finally {
		clearInterval(timer);
	}
}
