import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import superjson from 'superjson';
import { toSuperjsonChunks } from './json-chunks.ts';

/** What the procedures of one HTTP request answered, by the text that stands for it in tRPC's own JSON. */
interface PendingResponses {
	readonly values: unknown[];
	/** It cannot be guessed, so nothing that a procedure returns can contain it. */
	readonly mark: string;
}

const responseStorage = new AsyncLocalStorage<PendingResponses>();

/**
 * The output half of the transformer. tRPC writes the JSON of a whole request at once, which for ten thousand images
 * holds everybody up: within `writeResponses` a mark stands for each answer instead, and its JSON is written in slices.
 */
export const outputTransformer = {
	serialize: (value: unknown): unknown => {
		const answers = responseStorage.getStore();
		if (answers === undefined) return superjson.serialize(value);
		answers.values.push(value);
		return `${answers.mark}${answers.values.length - 1}`;
	},
	deserialize: superjson.deserialize,
};

/** Lets tRPC answer a request, and returns its response without the body, and the body in pieces. */
export async function writeResponses(
	respond: () => Promise<Response>,
): Promise<{ readonly response: Response; readonly pieces: readonly Buffer[] }> {
	const answers: PendingResponses = { values: [], mark: `answer ${randomUUID()} ` };
	const response = await responseStorage.run(answers, respond);
	const text = await response.text();
	// JSON between marks, and the numbers of the marks in turn.
	const parts = text.split(new RegExp(`"${answers.mark}(\\d+)"`));
	const pieces: Buffer[] = [];
	for (const [place, part] of parts.entries()) {
		pieces.push(...(place % 2 === 0 ? [Buffer.from(part)] : await toSuperjsonChunks(answers.values[Number(part)])));
	}
	return { response, pieces };
}
