import { Button } from '@adx/ui/controls/button';
import { Badge } from '@adx/ui/feedback/badge';
import { elevationScopeSchema } from '@adx/validators/auth/auth';
import { KeyRound } from 'lucide-react';
import { formatDate, formatTime } from '../../../lib/format/format-date.ts';
import type { AccessToken } from './token-queries.ts';
import { tokenTexts } from './token-texts.ts';

const { list: texts, rights, elevations, none } = tokenTexts;

export interface TokenListProps {
	readonly tokens: readonly AccessToken[];
	readonly onRevoke: (token: AccessToken) => void;
}

/** Every token with what it may do and when it ends. */
export function TokenList({ tokens, onRevoke }: TokenListProps) {
	if (tokens.length === 0) return <NoTokens />;
	return (
		<ul aria-label={texts.name} className="grid gap-3">
			{tokens.map((token) => (
				<li key={token.id} data-token={token.id} className="rounded-md border border-border bg-surface-2 p-4">
					<div className="flex flex-wrap items-center gap-x-3 gap-y-2">
						<h3 className="min-w-0 font-semibold wrap-anywhere text-text">{token.name}</h3>
						<Badge>{rights[token.scopes.includes('write') ? 'write' : 'read'].name}</Badge>
						{elevationScopeSchema.options
							.filter((scope) => token.scopes.includes(scope))
							.map((scope) => (
								<Badge key={scope} tone={scope === 'premium' ? 'gold' : 'active'}>
									{elevations[scope].name}
								</Badge>
							))}
						<Button
							size="small"
							tone="danger"
							className="ml-auto"
							aria-label={texts.revokeNamed(token.name)}
							onClick={() => onRevoke(token)}
						>
							{texts.revoke}
						</Button>
					</div>
					<dl className="figures mt-3 grid gap-x-4 gap-y-2 text-sm sm:grid-cols-3">
						<Fact name={texts.created} text={formatDate(token.createdAt)} />
						<Fact name={texts.lastUsed} text={token.lastUsedAt === null ? texts.never : momentText(token.lastUsedAt)} />
						<Fact name={texts.ends} text={momentText(token.expiresAt)} />
					</dl>
				</li>
			))}
		</ul>
	);
}

const momentText = (at: Date) => `${formatDate(at)}, ${formatTime(at)}`;

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
	return (
		<div className="flex justify-between gap-3 sm:block">
			<dt className="text-text-3">{name}</dt>
			<dd className="text-text">{text}</dd>
		</div>
	);
}

function NoTokens() {
	return (
		<div className="rounded-md border border-dashed border-line p-6 text-center text-text-2">
			<KeyRound aria-hidden className="mx-auto mb-3 size-8 text-primary" strokeWidth={1.5} />
			<p className="font-semibold text-text">{none.title}</p>
			<p className="mt-1">{none.text}</p>
		</div>
	);
}
