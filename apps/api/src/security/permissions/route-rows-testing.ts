import { createHash } from 'node:crypto';
import {
	developers,
	everybody,
	locked,
	nothing,
	type RouteRow,
	reading,
	redirected,
	type Statuses,
	writing,
} from './permission-table-testing.ts';

// The part of the permission table that is about routes; see permissions.test.ts.

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Procedures whose documented path is a route of its own; who passes it is told that the input is none. */
export const trpcOnlyRows: Readonly<Record<string, Statuses>> = {
	'merge.start': { ...locked, premium: 400 },
	'attributes.start': { ...developers, developer: 400 },
	'collections.rarity': { ...reading, creator: 400, premium: 400, developer: 400, reader: 400 },
};

/** What is no procedure; HEAD goes with GET. */
export const routeRows: Readonly<Record<string, RouteRow>> = {
	'GET /': { statuses: everybody, call: () => ['/'] },
	'GET /healthz': { statuses: everybody, call: () => ['/healthz'] },
	'GET /readyz': { statuses: everybody, call: () => ['/readyz'] },
	'GET /openapi.json': { statuses: everybody, call: () => ['/openapi.json'] },
	'GET /api/docs': { statuses: everybody, call: () => ['/api/docs'] },
	'GET /api/auth/discord/callback': { statuses: redirected, call: () => ['/api/auth/discord/callback?code=x&state=y'] },
	// Each procedure behind it decides for itself.
	'GET /trpc/*': { statuses: everybody, call: () => ['/trpc/auth.check'] },
	'POST /trpc/*': { statuses: everybody, call: () => ['/trpc/auth.logout', { method: 'POST', body: {} }] },
	'GET /api/images/:imageId/file': { statuses: reading, call: ({ imageId }) => [`/api/images/${imageId}/file`] },
	'GET /api/generate/:jobId/zip': { statuses: reading, call: ({ jobId }) => [`/api/generate/${jobId}/zip`] },
	'PUT /api/uploads/:sha256': {
		statuses: { ...writing, creator: 403, developer: 403, writer: 403 },
		call: () => [`/api/uploads/${sha256('kept')}?as=unreadable`, { method: 'PUT', body: 'kept' }],
	},
	'POST /api/merge-jobs': {
		statuses: { ...locked, premium: 400 },
		call: () => ['/api/merge-jobs', { method: 'POST', body: {} }],
	},
	'POST /api/attribute-generator': {
		statuses: { ...developers, developer: 400 },
		call: () => ['/api/attribute-generator', { method: 'POST', body: {} }],
	},
	'GET /api/attribute-generator/:id/download': {
		statuses: developers,
		call: ({ attributesId }) => [`/api/attribute-generator/${attributesId}/download`],
	},
	// Nothing is prepared here.
	'GET /api/mint/:imageId/car': {
		statuses: { ...developers, developer: 404 },
		call: ({ imageId }) => [`/api/mint/${imageId}/car`],
	},
	// Nothing is sold here.
	'GET /api/mint-collection/:jobId/car': {
		statuses: { ...locked, premium: 404 },
		call: ({ mergeId }) => [`/api/mint-collection/${mergeId}/car`],
	},
	'GET /api/sales/:saleId/cover': { statuses: nothing, call: ({ mergeId }) => [`/api/sales/${mergeId}/cover`] },
	'GET /api/sales/:saleId/pieces/:tokenNumber': {
		statuses: nothing,
		call: ({ mergeId }) => [`/api/sales/${mergeId}/pieces/1`],
	},
	'GET /api/merge-jobs/:jobId/download': {
		statuses: locked,
		call: ({ mergeId }) => [`/api/merge-jobs/${mergeId}/download`],
	},
	'GET /api/collections/:collectionId/images/:tokenNumber': {
		statuses: locked,
		call: ({ mergeId }) => [`/api/collections/${mergeId}/images/1`],
	},
	'GET /api/collections/:collectionId/rarity': {
		statuses: locked,
		call: ({ mergeId }) => [`/api/collections/${mergeId}/rarity`],
	},
	'GET /api/collections/:collectionId/export': {
		statuses: reading,
		call: ({ jobId }) => [`/api/collections/${jobId}/export?target=contract`],
	},
	'GET /api/database/download/:part': { statuses: reading, call: () => ['/api/database/download/7'] },
	'POST /api/generate/zip': {
		statuses: reading,
		call: ({ jobId }) => ['/api/generate/zip', { method: 'POST', body: { jobId } }],
	},
};
