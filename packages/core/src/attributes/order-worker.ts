import { installZodMessages } from '@adx/validators/zod-messages';
import { type OrderReading, readOrder } from './read-order.ts';

installZodMessages();

/** Reads a long order where it keeps nobody waiting. */
export default function readLongOrder(body: Uint8Array): OrderReading {
	return readOrder(body);
}
