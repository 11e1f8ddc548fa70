import { installZodMessages } from '@adx/validators/zod-messages';
import { type ParseResult, parseRequest } from './parse-request.ts';

installZodMessages();

export interface RequestBody {
	readonly body: Uint8Array;
}

/** Reads a long order where it keeps nobody waiting. */
export default function parseLongRequest({ body }: RequestBody): ParseResult {
	return parseRequest(body);
}
