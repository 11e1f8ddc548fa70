import { Copy } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick'> {
	readonly text: string;
	readonly onOutcome: (isCopied: boolean) => void;
}

/** Puts a text on the clipboard; the caller says so, or selects the text where that is not possible. */
export function CopyButton({
	text,
	onOutcome,
	icon = <Copy aria-hidden className="size-4" />,
	...rest
}: CopyButtonProps) {
	return <Button {...rest} icon={icon} onClick={() => void copyText(text).then(onOutcome)} />;
}

/** Whether it is on the clipboard, which is missing on plain http and may be refused. */
export async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
}
