import { showToast } from '@adx/ui/toast-store';
import { Copy } from 'lucide-react';
import { shortAddress } from '../address-text.ts';
import { walletTexts as texts } from '../texts.ts';

export interface WalletAddressProps {
	readonly address: string;
	/** Where the address is from. */
	readonly label: string;
}

/** An address in short, whole while it has the focus; pressing copies it. */
export function WalletAddress({ address, label }: WalletAddressProps) {
	async function copy() {
		try {
			await navigator.clipboard.writeText(address);
			showToast({ title: texts.address.copied, description: address, tone: 'success' });
		} catch {
			showToast({ title: texts.address.notCopied, description: address });
		}
	}
	return (
		<button
			type="button"
			title={address}
			onClick={() => void copy()}
			className="group control-height flex min-w-0 max-w-full flex-wrap items-center gap-x-2 rounded-sm border border-line bg-surface-2 px-3 text-left text-text hover:bg-surface-3"
		>
			<span className="text-sm text-text-2">{label}</span>
			<span className="font-mono text-sm group-focus-visible:hidden">{shortAddress(address)}</span>
			<span className="hidden font-mono text-sm wrap-anywhere group-focus-visible:inline">{address}</span>
			<Copy aria-hidden className="size-4 text-text-2" />
			<span className="sr-only">{texts.address.copy}</span>
		</button>
	);
}
