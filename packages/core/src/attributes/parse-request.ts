import { createHash } from 'node:crypto';
import { hasLossyNumbers, parseLosslessJson } from '@adx/collection/metadata/exact-numbers';
import { type AttributeFolder, type AttributesRequest, startAttributesInput } from '@adx/validators/attributes';
import { toFieldErrors } from '@adx/validators/zod-messages';

/** An order with its lists as the document they would have been uploaded as. */
export interface ParsedRequest {
	readonly options: Omit<AttributesRequest, 'fileNames' | 'existingMetadata' | 'folder'>;
	/** Null for a number of images alone; without `bytes` it was uploaded before. */
	readonly folder: { readonly sha256: string; readonly bytes: Uint8Array | null } | null;
}

/** What is wrong with an order: a sentence, and one per field. */
export interface RequestProblem {
	readonly message: string;
	readonly fields: Readonly<Record<string, string>>;
}

export type ParseResult =
	| { readonly kind: 'read'; readonly order: ParsedRequest }
	| { readonly kind: 'refused'; readonly problem: RequestProblem };

/** Reads the JSON body of an order; an empty one counts as `{}`. */
export function parseRequest(body: Uint8Array): ParseResult {
	const read = parse(body);
	if (read === null) return refuse('The request is not JSON in UTF-8.');
	const { text, value } = read;
	if (isTooDeep(value)) return refuse('The request is nested too deeply.');
	const parsed = startAttributesInput.safeParse(value);
	if (!parsed.success) {
		return refuse(parsed.error.issues[0]?.message ?? 'Invalid input', toFieldErrors(parsed.error));
	}
	return { kind: 'read', order: toParsedRequest(withWrittenNumbers(parsed.data, text)) };
}

/** The list that is stored has the numbers of the body as they stand there, so that the work on it tells which are lost. */
function withWrittenNumbers(order: AttributesRequest, text: string): AttributesRequest {
	if (order.existingMetadata === undefined || !hasLossyNumbers(text)) return order;
	const { existingMetadata } = parseLosslessJson(text) as Pick<AttributesRequest, 'existingMetadata'>;
	return { ...order, existingMetadata };
}

/** The deepest nesting, as of other bodies of the API. */
const depthMax = 64;

/** Level by level: what comes after may recurse, this must not. */
function isTooDeep(value: unknown): boolean {
	let level: readonly unknown[] = [value];
	for (let depth = 0; depth <= depthMax; depth++) {
		level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
		if (level.length === 0) return false;
	}
	return true;
}

/** Splits a request into its options and its folder; lists of names and metadata become the folder's document. */
export function toParsedRequest({ fileNames, existingMetadata, folder, ...options }: AttributesRequest): ParsedRequest {
	if (folder !== undefined) return { options, folder: { sha256: folder, bytes: null } };
	if (fileNames === undefined && existingMetadata === undefined) return { options, folder: null };
	const images = Array.from({ length: options.folderSize }, (_, index) => ({
		filename: fileNames?.[index] ?? `${index + 1}.png`,
		metadata: existingMetadata?.[index] ?? null,
	}));
	const document: AttributeFolder = { format: 'adx-folder-1', images };
	const bytes = new TextEncoder().encode(JSON.stringify(document));
	return { options, folder: { sha256: createHash('sha256').update(bytes).digest('hex'), bytes } };
}

function refuse(message: string, fields: RequestProblem['fields'] = {}): ParseResult {
	return { kind: 'refused', problem: { message, fields } };
}

function parse(body: Uint8Array): { readonly text: string; readonly value: unknown } | null {
	if (body.byteLength === 0) return { text: '{}', value: {} };
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
		return { text, value: JSON.parse(text) };
	} catch (error) {
		if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return null;
		throw error;
	}
}
