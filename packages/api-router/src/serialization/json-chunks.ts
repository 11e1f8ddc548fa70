import { createSlice } from '@adx/core/platform/threads/yield-to-event-loop';
import superjson from 'superjson';

const itemsPerStep = 25;
const chunkLength = 65_536;

/** The text that `JSON.stringify` makes of a value, in UTF-8 and in pieces, written in slices between which others run. */
export async function toJsonChunks(value: unknown): Promise<Buffer[]> {
	const writer = new ChunkWriter();
	await writeValue(writer, value);
	return writer.end();
}

/**
 * What `superjson.serialize` makes of a value, as JSON in pieces, written in slices between which others run. Values of
 * JSON and dates, which is all that answers hold in number, are written without superjson, which takes six times as long;
 * that two of them are the same object is not told.
 */
export async function toSuperjsonChunks(value: unknown): Promise<Buffer[]> {
	const dates: string[] = [];
	const writer = new ChunkWriter();
	writer.add('{"json":');
	const isPlain = await writeValue(writer, value, (part, path) => findDates(part, path, dates));
	if (!isPlain) return toJsonChunks(superjson.serialize(value));
	if (dates.length > 0) {
		writer.add(',"meta":{"values":{');
		for (let start = 0; start < dates.length; start += 1_000) {
			if (start > 0) writer.add(',');
			writer.add(dates.slice(start, start + 1_000).join(','));
			await writer.rest();
		}
		writer.add('},"v":1}');
	}
	writer.add('}');
	return writer.end();
}

type Path = (string | number)[];
/** Looks at a part before it is written, and ends the writing by answering false. */
type Visitor = (part: unknown, path: Path) => boolean;

/** Arrays, and those in the fields of an object, are written step by step, everything else at once. */
async function writeValue(writer: ChunkWriter, value: unknown, look: Visitor = () => true): Promise<boolean> {
	if (Array.isArray(value)) return writeArray(writer, value, [], look);
	if (!isRecord(value)) return writeWhole(writer, value, [], look);
	let separator = '{';
	for (const [key, field] of Object.entries(value)) {
		if (field === undefined && look(field, [key])) continue;
		writer.add(`${separator}${JSON.stringify(key)}:`);
		separator = ',';
		const isWritten = Array.isArray(field)
			? await writeArray(writer, field, [key], look)
			: writeWhole(writer, field, [key], look);
		if (!isWritten) return false;
	}
	writer.add(separator === '{' ? '{}' : '}');
	return true;
}

function writeWhole(writer: ChunkWriter, value: unknown, path: Path, look: Visitor): boolean {
	const text = look(value, path) ? JSON.stringify(value) : undefined;
	if (text !== undefined) writer.add(text);
	return text !== undefined;
}

async function writeArray(writer: ChunkWriter, items: readonly unknown[], path: Path, look: Visitor): Promise<boolean> {
	writer.add('[');
	for (let start = 0; start < items.length; start += itemsPerStep) {
		const step = items.slice(start, start + itemsPerStep);
		if (!step.every((item, index) => look(item, [...path, start + index]))) return false;
		writer.add(`${start === 0 ? '' : ','}${JSON.stringify(step).slice(1, -1)}`);
		await writer.rest();
	}
	writer.add(']');
	return true;
}

/** Gathers text into pieces. */
class ChunkWriter {
	readonly #pieces: Buffer[] = [];
	#text = '';
	readonly #slice = createSlice();

	add(text: string): void {
		this.#text += text;
		if (this.#text.length < chunkLength) return;
		this.#pieces.push(Buffer.from(this.#text));
		this.#text = '';
	}

	/** Lets others run when the slice is over. */
	async rest(): Promise<void> {
		if (this.#slice.isOver()) await this.#slice.next();
	}

	end(): Buffer[] {
		if (this.#text !== '') this.#pieces.push(Buffer.from(this.#text));
		this.#text = '';
		return this.#pieces;
	}
}

/** Notes where dates stand, as superjson does; false for what is neither JSON nor a date. */
function findDates(value: unknown, path: Path, dates: string[]): boolean {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
	if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
	if (typeof value !== 'object') return false;
	if (value instanceof Date) {
		// At the top there is no path, and an escaped one stands nowhere in an answer.
		if (path.length === 0 || Number.isNaN(value.getTime()) || path.some(needsEscape)) return false;
		dates.push(`${JSON.stringify(path.join('.'))}:["Date"]`);
		return true;
	}
	const isArray = Array.isArray(value);
	if (!isArray && !isRecord(value)) return false;
	for (const [key, part] of Object.entries(value)) {
		path.push(key);
		const isPlain = findDates(part, path, dates);
		path.pop();
		if (!isPlain) return false;
	}
	return true;
}

const needsEscape = (key: string | number) => typeof key === 'string' && /[.\\]/.test(key);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return (prototype === Object.prototype || prototype === null) && !('toJSON' in value);
}
