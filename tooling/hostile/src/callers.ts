import { Browser, generate, generationRequest } from '@adx/api/testing/server-testing';
import { passwords } from './attacked-server.ts';

/** Everybody the permission table knows; `reader` and `writer` are scripts with an access token of that scope. */
export const roles = ['visitor', 'community', 'admin', 'premium', 'developer', 'reader', 'writer'] as const;
export type Role = (typeof roles)[number];

/** Somebody who attacks, with what is theirs: a call about a thing that exists reaches deeper than one about nothing. */
export interface Caller {
	readonly role: Role;
	readonly headers: Readonly<Record<string, string>>;
	/** Ids by the name of the field that takes them. */
	readonly owned: Readonly<Record<string, string>>;
}

export type Callers = Readonly<Record<Role, Caller>>;

/** Signs everybody in as people do, and gives each account a finished job. */
export async function signInAll(origin: string): Promise<Callers> {
	const community = await signIn(origin, 'community');
	const admin = await signIn(origin, 'community', 'admin');
	const premium = await signIn(origin, 'community', 'premium');
	const developer = await signIn(origin, 'developer');
	const owned = await createOwnData(community);
	const token = async (scope: 'read' | 'write') => {
		const { json } = await community.post('/api/auth/tokens', { name: scope, scopes: [scope], expiresInDays: 7 });
		return { headers: { authorization: `Bearer ${(json as { readonly token: string }).token}` }, owned };
	};
	return {
		visitor: { role: 'visitor', headers: {}, owned },
		community: { role: 'community', headers: readCookie(community), owned },
		admin: { role: 'admin', headers: readCookie(admin), owned: await createOwnData(admin) },
		premium: { role: 'premium', headers: readCookie(premium), owned: await createOwnData(premium) },
		developer: { role: 'developer', headers: readCookie(developer), owned: await createOwnData(developer) },
		reader: { role: 'reader', ...(await token('read')) },
		writer: { role: 'writer', ...(await token('write')) },
	};
}

async function signIn(origin: string, ...kinds: readonly (keyof typeof passwords)[]): Promise<Browser> {
	const browser = new Browser(origin);
	for (const kind of kinds) {
		const { status } = await browser.signIn(kind, passwords[kind]);
		if (status !== 200) throw new Error(`the sign-in of ${kind} answered ${status}`);
	}
	return browser;
}

const readCookie = ({ cookies }: Browser) => ({
	cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

async function createOwnData(browser: Browser): Promise<Caller['owned']> {
	const jobId = await generate(browser, { ...generationRequest, batchSize: 1 });
	const [image] = (await browser.call(`/api/images/${jobId}`)).json as { readonly id: string }[];
	const saved = await browser.post('/api/presets', { name: 'Hostile' });
	const { id: settingId = '' } = saved.json as { readonly id?: string };
	return { jobId, collectionId: jobId, imageId: image?.id ?? '', settingId, id: jobId };
}
