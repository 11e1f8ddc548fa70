import { randomBytes } from 'node:crypto';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an id could name a row at all; anything else is answered like an id that names none. */
export const isRowId = (id: string) => uuid.test(id);

/** A seed for those who did not bring one. */
export const randomSeed = () => randomBytes(8).toString('hex');
