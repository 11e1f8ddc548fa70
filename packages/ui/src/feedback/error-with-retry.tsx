import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../controls/button.tsx';

export interface ErrorWithRetryProps extends Pick<ButtonProps, 'tone' | 'size' | 'busyText' | 'className'> {
	readonly message: ReactNode;
	readonly retryLabel: string;
	readonly onRetry: () => unknown;
	/** Where content was to be, a framed line beside content, or all that a card holds. */
	readonly layout?: 'stack' | 'line' | 'card';
	/** Other ways on, beside the button. */
	readonly children?: ReactNode;
}

const layouts = {
	stack: ['grid justify-items-start gap-3', undefined, {}],
	line: [
		'flex flex-wrap items-center gap-3 rounded-md border border-ember-text p-3',
		'grow text-text',
		{ size: 'small' },
	],
	card: ['flex flex-wrap gap-x-2 gap-y-4', 'w-full text-text-2', { tone: 'primary' }],
} as const;

/** What could not be loaded, and the button that tries once more. */
export function ErrorWithRetry(props: ErrorWithRetryProps) {
	const { message, retryLabel, onRetry, layout = 'stack', className, children, ...button } = props;
	const [boxClass, textClass, buttonProps] = layouts[layout];
	const isTextAlone = layout === 'card';
	return (
		<div role={isTextAlone ? undefined : 'alert'} className={clsx(boxClass, className)}>
			<p role={isTextAlone ? 'alert' : undefined} className={textClass}>
				{message}
			</p>
			<Button {...buttonProps} {...button} onClick={() => void onRetry()}>
				{retryLabel}
			</Button>
			{children}
		</div>
	);
}
