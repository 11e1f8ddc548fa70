import { createHash } from 'node:crypto';
import {
	allowedForAll,
	developersOnly,
	inBrowser,
	lockedPage,
	notFoundForAll,
	type RouteRow,
	readScope,
	redirectForAll,
	type Statuses,
	writeScope,
} from './permission-table-testing.ts';

// The part of the permission table that is about routes; see permissions.test.ts.

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Procedures whose documented path is a route of its own; who passes it is answered that the input is invalid. */
export const trpcOnlyRows: Readonly<Record<string, Statuses>> = {
	'live.changes': inBrowser,
	'merge.start': { ...lockedPage, premium: 400 },
	'attributes.start': { ...developersOnly, developer: 400 },
	'collections.rarity': { ...readScope, creator: 400, premium: 400, developer: 400, reader: 400 },
};

/** What is not a procedure; HEAD goes with GET. */
export const routeRows: Readonly<Record<string, RouteRow>> = {
	'GET /': { statuses: allowedForAll, call: () => ['/'] },
	'GET /healthz': { statuses: allowedForAll, call: () => ['/healthz'] },
	'GET /readyz': { statuses: allowedForAll, call: () => ['/readyz'] },
	'GET /openapi.json': { statuses: allowedForAll, call: () => ['/openapi.json'] },
	'GET /api/docs': { statuses: allowedForAll, call: () => ['/api/docs'] },
	'GET /api/auth/discord/callback': {
		statuses: redirectForAll,
		call: () => ['/api/auth/discord/callback?code=x&state=y'],
	},
	// Each procedure behind it decides for itself.
	'GET /trpc/*': { statuses: allowedForAll, call: () => ['/trpc/auth.check'] },
	'POST /trpc/*': { statuses: allowedForAll, call: () => ['/trpc/auth.logout', { method: 'POST', body: {} }] },
	'GET /api/images/:imageId/file': { statuses: readScope, call: ({ imageId }) => [`/api/images/${imageId}/file`] },
	// The job has none.
	'GET /api/generate/:jobId/references/:referenceId/file': {
		statuses: { ...readScope, creator: 404, premium: 404, developer: 404, reader: 404 },
		call: ({ jobId, imageId }) => [`/api/generate/${jobId}/references/${imageId}/file`],
	},
	'GET /api/generate/:jobId/zip': { statuses: readScope, call: ({ jobId }) => [`/api/generate/${jobId}/zip`] },
	'PUT /api/uploads/:sha256': {
		statuses: { ...writeScope, creator: 403, developer: 403, writer: 403 },
		call: () => [`/api/uploads/${sha256('kept')}?as=unreadable`, { method: 'PUT', body: 'kept' }],
	},
	'POST /api/merge-jobs': {
		statuses: { ...lockedPage, premium: 400 },
		call: () => ['/api/merge-jobs', { method: 'POST', body: {} }],
	},
	'POST /api/attribute-generator': {
		statuses: { ...developersOnly, developer: 400 },
		call: () => ['/api/attribute-generator', { method: 'POST', body: {} }],
	},
	'GET /api/attribute-generator/:id/download': {
		statuses: developersOnly,
		call: ({ attributesId }) => [`/api/attribute-generator/${attributesId}/download`],
	},
	// Nothing is prepared here.
	'GET /api/mint/:imageId/car': {
		statuses: { ...developersOnly, developer: 404 },
		call: ({ imageId }) => [`/api/mint/${imageId}/car`],
	},
	// Nothing is sold here.
	'GET /api/mint-collection/:jobId/car': {
		statuses: { ...lockedPage, premium: 404 },
		call: ({ mergeId }) => [`/api/mint-collection/${mergeId}/car`],
	},
	'GET /api/sales/:saleId/cover': { statuses: notFoundForAll, call: ({ mergeId }) => [`/api/sales/${mergeId}/cover`] },
	'GET /api/sales/:saleId/items/:tokenNumber': {
		statuses: notFoundForAll,
		call: ({ mergeId }) => [`/api/sales/${mergeId}/items/1`],
	},
	'GET /api/sales/:saleId/pieces/:tokenNumber': {
		statuses: notFoundForAll,
		call: ({ mergeId }) => [`/api/sales/${mergeId}/pieces/1`],
	},
	// Not the picture that the page has.
	'GET /api/og-image/:hash': {
		statuses: redirectForAll,
		call: () => [`/api/og-image/${'0'.repeat(32)}?page=%2Fgallery`],
	},
	// Of another server.
	'GET /api/oembed': {
		statuses: notFoundForAll,
		call: () => ['/api/oembed?url=https%3A%2F%2Felsewhere.example%2Fgallery'],
	},
	'GET /api/merge-jobs/:jobId/download': {
		statuses: lockedPage,
		call: ({ mergeId }) => [`/api/merge-jobs/${mergeId}/download`],
	},
	'GET /api/collections/:collectionId/images/:tokenNumber': {
		statuses: lockedPage,
		call: ({ mergeId }) => [`/api/collections/${mergeId}/images/1`],
	},
	'GET /api/collections/:collectionId/rarity': {
		statuses: lockedPage,
		call: ({ mergeId }) => [`/api/collections/${mergeId}/rarity`],
	},
	'GET /api/collections/:collectionId/export': {
		statuses: readScope,
		call: ({ jobId }) => [`/api/collections/${jobId}/export?target=contract`],
	},
	'GET /api/database/download/:part': { statuses: readScope, call: () => ['/api/database/download/7'] },
	'POST /api/generate/zip': {
		statuses: readScope,
		call: ({ jobId }) => ['/api/generate/zip', { method: 'POST', body: { jobId } }],
	},
};
