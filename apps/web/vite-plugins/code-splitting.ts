import type { Rolldown } from 'vite';

/** Loaded with the few pages that sign, unpack or hash, and never before. */
const heavyLibrary = /solana|viem|wagmi|noble|scure|jszip|wallet|abitype|[\\/]ox[\\/]/;
const library = /[\\/]node_modules[\\/]/;
/** What orders, and what works on chains and folders, stays in the chunks of its pages. */
const sharedSource =
	/[\\/](?:apps[\\/]web[\\/]src|packages)[\\/](?!forge[\\/]|features[\\/](?:create|market|wallets|merger|attributes)[\\/])/;
/** The form of an order, and its schemas, whose building would cost other pages a tenth of a second on a phone. */
const order =
	/[\\/](?:features[\\/]create|validators[\\/]src[\\/](?:presets|generation[\\/](?:generation-order|job-references|layer-list|plan-steering)))\b/;

/** Fetched by every page once it stands: the gate's, too, which fetches neither libraries nor shared code. */
const toaster = /[\\/]ui[\\/]src[\\/]feedback[\\/]toast\.tsx$/;

const isSharedLibrary = (id: string) => library.test(id) && !heavyLibrary.test(id);
const isSharedSource = (id: string) => sharedSource.test(id) && !library.test(id) && !order.test(id);

/**
 * Few large chunks in place of a hundred that hold a function each: what the gate loads, and the libraries and the code
 * that at least three pages share. A phone that is a round trip away fetches six files at a time.
 */
export const codeSplitting: Rolldown.OutputOptions['codeSplitting'] = {
	groups: [
		{ name: 'entry', tags: ['$initial'], priority: 4 },
		{ name: 'toaster', test: toaster, priority: 3 },
		{ name: 'libraries', test: isSharedLibrary, minShareCount: 3, priority: 2 },
		{ name: 'shared', test: isSharedSource, minShareCount: 3, priority: 1 },
		{ name: 'create', test: order, minShareCount: 3, priority: 0 },
	],
};
