import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { CopyButton } from './copy-button.tsx';

export interface CopyFieldProps {
	/** Names the text; the button says 'Copy <label>' to assistive technology. */
	readonly label: string;
	/** Shown whole, broken where it does not fit. */
	readonly value: string;
}

/** A text to take elsewhere, with a button that copies it; where that is not possible the text is selected instead. */
export function CopyField({ label, value }: CopyFieldProps) {
	const code = useRef<HTMLElement>(null);
	const [outcome, setOutcome] = useState<'copied' | 'selected' | null>(null);

	function report(isCopied: boolean) {
		if (!isCopied && code.current !== null) window.getSelection()?.selectAllChildren(code.current);
		setOutcome(isCopied ? 'copied' : 'selected');
	}

	return (
		<div>
			<div className="mb-1.5 flex items-center justify-between gap-2">
				<p className="font-medium text-text">{label}</p>
				<CopyButton
					size="small"
					text={value}
					onOutcome={report}
					aria-label={`Copy ${label}`}
					icon={outcome === 'copied' ? <Check aria-hidden className="size-4 text-ok" /> : undefined}
				>
					Copy
				</CopyButton>
			</div>
			<code
				ref={code}
				className="block rounded-sm border border-line bg-surface-2 px-3 py-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap text-text"
			>
				{value}
			</code>
			<p role="status" className="mt-1 text-[0.8125rem] text-text-3 empty:hidden">
				{outcome === 'copied' ? 'Copied' : outcome === 'selected' ? 'Selected: copy it with Ctrl+C or ⌘C' : ''}
			</p>
		</div>
	);
}
