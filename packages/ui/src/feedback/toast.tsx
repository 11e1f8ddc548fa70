import * as RadixToast from '@radix-ui/react-toast';
import clsx from 'clsx';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { dismissToast, useToastStore, type VisibleToast } from './toast-store.ts';
import { useToastPlace } from './use-toast-place.ts';

/** How long a toast stays, and how far it must be swiped to the right to go. */
export const toastDurationMs = 5_000;
export const toastSwipeThresholdPx = 50;

/** Sign, its colour and the word that says the same, by the tone of a message. */
export const toastIcons = {
	neutral: { Icon: Info, className: 'text-primary', prefix: 'Note:' },
	success: { Icon: CircleCheck, className: 'text-ok', prefix: 'Done:' },
	destructive: { Icon: TriangleAlert, className: 'text-ember-text', prefix: 'Error:' },
} as const;

function ToastCard({ toast }: { readonly toast: VisibleToast }) {
	const tone = toast.tone ?? 'neutral';
	const { Icon, className, prefix } = toastIcons[tone];
	return (
		<RadixToast.Root
			key={toast.id}
			type={tone === 'destructive' ? 'foreground' : 'background'}
			onOpenChange={(open) => {
				if (!open) dismissToast(toast.id);
			}}
			data-tone={tone}
			// The viewport takes no pointer until an effect has counted its toasts; the first press must not fall through.
			style={{ pointerEvents: 'auto' }}
			className={clsx(
				'flex animate-enter items-start gap-3 rounded-md border bg-surface-3 p-4 shadow-pop',
				'data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)]',
				tone === 'destructive' ? 'border-ember-text' : 'border-line',
			)}
		>
			<Icon aria-hidden className={clsx('mt-0.5 size-5 shrink-0', className)} />
			<div className="min-w-0 flex-1">
				<span className="sr-only">{prefix}</span>
				<RadixToast.Title className="font-semibold text-text">{toast.title}</RadixToast.Title>
				{toast.description === undefined ? null : (
					<RadixToast.Description className="mt-0.5 line-clamp-3 text-sm break-words text-text-2">
						{toast.description}
					</RadixToast.Description>
				)}
			</div>
			<RadixToast.Close
				aria-label="Close message"
				className="grid shrink-0 place-items-center rounded-sm p-1 text-text-2 hover:bg-surface-2 hover:text-text pointer-coarse:-m-2 pointer-coarse:size-11"
			>
				<X aria-hidden className="size-4" />
			</RadixToast.Close>
		</RadixToast.Root>
	);
}

/**
 * The one place where toasts appear; mount it once. F8 moves focus to it. It stands above whatever the page says covers
 * the window's bottom by `--bottom-inset`, and covers neither what is marked with `data-clear-of-toasts` nor what can be
 * pressed in a dialog. On the left, since previews, prices and the way on are on the right of pages.
 */
export function Toaster() {
	const toast = useToastStore(({ shown }) => shown);
	const { ref, side, lift } = useToastPlace(toast);
	return (
		<RadixToast.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={toastSwipeThresholdPx}>
			{toast === null ? null : <ToastCard key={toast.id} toast={toast} />}
			<RadixToast.Viewport
				ref={ref}
				style={lift === 0 ? undefined : { bottom: lift }}
				className={clsx(
					'fixed left-0 z-70 flex w-full flex-col p-4 outline-none sm:max-w-[420px]',
					side === 'top' ? 'top-0' : 'bottom-(--bottom-inset,0px)',
				)}
			/>
		</RadixToast.Provider>
	);
}
