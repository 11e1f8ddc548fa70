import { addFinishedAttributes } from '@adx/core/attributes/attributes-testing';
import type { Services } from '@adx/core/platform/context';
import { developersOnly, type PermissionRow } from './permission-table-testing.ts';

/** The rows of the attribute generator. */
export const attributeRows = (getServices: () => Services): Readonly<Record<string, PermissionRow>> => ({
	'attributes.list': { statuses: developersOnly },
	'attributes.get': { statuses: developersOnly, input: ({ attributesId }) => ({ id: attributesId }) },
	'attributes.deletion': { statuses: developersOnly, input: ({ attributesId }) => ({ id: attributesId }) },
	'attributes.delete': { statuses: developersOnly, input: ({ userId }) => addAttributes(getServices(), userId) },
});

/** A run that has ended, which may be deleted. */
const addAttributes = async (services: Services, userId: string) => ({
	id: await addFinishedAttributes(services, userId),
});
