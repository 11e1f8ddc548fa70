import { installZodMessages } from '@adx/validators/zod-messages';
import { type OrderReading, readOrder } from './parse-request.ts';

installZodMessages();

export interface OrderBody {
	readonly body: Uint8Array;
}

/** Reads a long order where it keeps nobody waiting. */
export default function readLongOrder({ body }: OrderBody): OrderReading {
	return readOrder(body);
}
