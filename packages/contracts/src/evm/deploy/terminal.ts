import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from './command-error.ts';

/** How a command talks with its operator. */
export interface Terminal {
	/** Whether somebody is there to answer. */
	readonly isInteractive: boolean;
	say(line: string): void;
	/** Asks without showing the answer; from a pipe, its first line. @throws {CommandError} when there is no answer */
	readSecret(question: string): Promise<string>;
	/** Asks for a yes. @throws {CommandError} when there is no answer */
	confirm(question: string): Promise<boolean>;
}

/** A terminal on the given streams; `output` gets questions and lines, never an answer to {@link Terminal.readSecret}. */
export function openTerminal(
	input: NodeJS.ReadableStream & { isTTY?: boolean },
	output: NodeJS.WritableStream,
): Terminal {
	const isInteractive = input.isTTY === true;
	const readSecret = async (question: string) => {
		// readline would show what is typed: it gets an output that swallows everything.
		const swallow = new Writable({ write: (_chunk, _encoding, done) => done() });
		if (isInteractive) output.write(`${question}: `);
		const lines = createInterface({ input, output: swallow, terminal: isInteractive, historySize: 0 });
		try {
			return await firstLine(lines);
		} finally {
			if (isInteractive) output.write('\n');
		}
	};
	const confirm = async (question: string) => {
		const lines = createInterface({ input, output, terminal: isInteractive, historySize: 0 });
		lines.setPrompt(`${question} [y/N] `);
		lines.prompt();
		return /^y(es)?$/i.test((await firstLine(lines)).trim());
	};
	return { isInteractive, say: (line) => void output.write(`${line}\n`), readSecret, confirm };
}

/** The first line, after which the input is left alone. */
function firstLine(lines: Interface): Promise<string> {
	return new Promise((resolve, reject) => {
		lines.once('line', (line) => {
			resolve(line);
			lines.close();
		});
		lines.once('SIGINT', () => lines.close());
		lines.once('close', () => reject(new CommandError('Stopped: there was no answer, and nothing was sent.')));
	});
}
