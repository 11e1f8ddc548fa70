import { copyText } from '@adx/ui/controls/copy-button';
import { showToast } from '@adx/ui/feedback/toast-store';
import { Copy } from 'lucide-react';

const texts = {
	copy: 'Copy address',
	copied: 'Address copied',
	notCopied: 'The browser did not let the page copy. Select the address instead.',
} as const;

export interface AddressButtonProps {
	readonly address: string;
	/** The address shortened as is usual on its chain. */
	readonly short: string;
	/** Where the address is from. */
	readonly label: string;
}

/** An address in short, whole while it has the focus; pressing copies it. */
export function AddressButton({ address, short, label }: AddressButtonProps) {
	async function copy() {
		if (await copyText(address)) showToast({ title: texts.copied, description: address, tone: 'success' });
		else showToast({ title: texts.notCopied, description: address });
	}
	return (
		<button
			type="button"
			title={address}
			onClick={() => void copy()}
			className="group control-height flex min-w-0 max-w-full flex-wrap items-center gap-x-2 rounded-sm border border-line bg-surface-2 px-3 text-left text-text hover:bg-surface-3"
		>
			<span className="text-sm text-text-2">{label}</span>
			<span className="font-mono text-sm group-focus-visible:hidden">{short}</span>
			<span className="hidden font-mono text-sm wrap-anywhere group-focus-visible:inline">{address}</span>
			<Copy aria-hidden className="size-4 text-text-2" />
			<span className="sr-only">{texts.copy}</span>
		</button>
	);
}
