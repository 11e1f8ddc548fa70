import { type FakeDiscordAccount, fakeRoleIds } from './discord-accounts.ts';

const roleNames = new Map<string, string>(Object.entries(fakeRoleIds).map(([name, id]) => [id, name]));

/** The consent page: one link per account, each back to the same address with the choice added. */
export function consentPage(authorizeUrl: URL, accounts: readonly FakeDiscordAccount[]): string {
	const scopes = (authorizeUrl.searchParams.get('scope') ?? '').split(' ');
	const link = (choice: string, text: string) => {
		const url = new URL(authorizeUrl);
		url.searchParams.set('fake_account', choice);
		return `<li><a class="button" href="${escapeHtml(url.pathname + url.search)}">${escapeHtml(text)}</a></li>`;
	};
	const links = accounts.map((account) => link(account.id, `Authorize as ${account.username} (${standing(account)})`));
	return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Fake Discord</title>
<style>
body { font: 16px/1.5 sans-serif; background: #313338; color: #f2f3f5; max-width: 34rem; margin: 3rem auto; padding: 0 1rem }
ul { padding: 0; list-style: none } li { margin: .5rem 0 }
.button { display: block; padding: .6rem 1rem; border-radius: 4px; background: #5865f2; color: #fff; text-decoration: none }
.quiet .button { background: #4e5058 }
</style>
<h1>Fake Discord</h1>
<p>An application would like ${escapeHtml(scopes.join(', '))}. Nothing here leaves this machine.</p>
<ul>${links.join('')}</ul>
<ul class="quiet">${link('denied', 'Cancel')}${link('outage', 'Authorize, but Discord breaks down')}</ul>
</html>
`;
}

/** What an account is in the guild, in words. */
export function standing({ roleIds }: FakeDiscordAccount): string {
	if (roleIds === null) return 'not in the guild';
	const names = roleIds.map((id) => roleNames.get(id) ?? 'another role');
	return names.length === 0 ? 'member without roles' : `member: ${names.join(', ')}`;
}

function escapeHtml(text: string): string {
	const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
	return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
