import { Button, buttonClass } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import { ExternalLink } from '@adx/ui/navigation/external-link';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { Wallet } from 'lucide-react';
import { solanaTexts as texts } from '../solana-texts.ts';
import { SolanaAddress } from './solana-address.tsx';
import type { SolanaConnector } from './use-connect-solana.ts';
import { useSolana } from './use-solana.ts';

export interface ConnectBarProps {
	readonly connector: SolanaConnector;
	/** The tone of its button while none is connected. */
	readonly tone?: 'primary' | 'secondary';
	/** While something is under way that the wallet is needed for. */
	readonly isLocked?: boolean;
}

/** Connects a wallet, shows which one it is, and what it is being asked. */
export function SolanaConnectBar({ connector, tone = 'secondary', isLocked = false }: ConnectBarProps) {
	const { connection, disconnect } = useSolana();
	const { asked, problem, isMissing } = connector;
	return (
		<div className="grid min-w-0 gap-2">
			<div className="flex min-w-0 flex-wrap items-center gap-2">
				{connection === null ? (
					<Button
						tone={tone}
						disabled={asked !== null}
						icon={<Wallet aria-hidden className="size-4" />}
						onClick={() => void connector.connect()}
					>
						{texts.connect}
					</Button>
				) : (
					<>
						<SolanaAddress address={connection.address} label={connection.wallet.name} />
						<Button size="small" tone="ghost" disabled={isLocked} onClick={disconnect}>
							{texts.disconnect}
						</Button>
					</>
				)}
			</div>
			<StatusMessage
				text={asked === null ? (problem?.text ?? '') : texts.step.connect(asked.name)}
				isError={asked === null && problem?.isError === true}
			>
				{asked === null ? null : (
					<Button size="small" className="justify-self-start" onClick={connector.cancel}>
						{texts.cancel}
					</Button>
				)}
			</StatusMessage>
			{isMissing ? <NoWallet /> : null}
			<WalletChoice connector={connector} />
		</div>
	);
}

function NoWallet() {
	return (
		<div className="grid justify-items-start gap-2 rounded-md border border-line bg-surface-2 p-3 text-sm">
			<p>{texts.notFound.description}</p>
			<ExternalLink href={texts.install.href} baseClass={buttonClass('secondary', 'small')}>
				{texts.install.link}
			</ExternalLink>
		</div>
	);
}

/** Asks which of several wallets to connect. */
function WalletChoice({ connector: { choose } }: Pick<ConnectBarProps, 'connector'>) {
	const { wallets } = useSolana();
	return (
		<Dialog open={choose !== null} onClose={() => choose?.(null)} title={texts.choose.title}>
			<p className="mb-3 text-text-2">{texts.choose.text}</p>
			<ul className="grid gap-2">
				{wallets.map((wallet) => (
					<li key={wallet.name}>
						<Button
							className="w-full justify-start!"
							onClick={() => choose?.(wallet)}
							icon={wallet.icon === undefined ? null : <img src={wallet.icon} alt="" className="size-6 rounded-sm" />}
						>
							{wallet.name}
						</Button>
					</li>
				))}
			</ul>
		</Dialog>
	);
}
