import { Dialog } from '@adx/ui/surfaces/dialog';
import { useEffect, useRef, useState } from 'react';
import { MintForm, type MintFormProps } from './mint-form.tsx';
import { suggestTokenLabels } from './mint-status.ts';
import { mintTexts } from './mint-texts.ts';

/** The second click of a double click on what opened the dialog is not meant for what lies beside it. */
const doubleClickMs = 400;

export interface MintDialogProps extends Omit<MintFormProps, 'words' | 'onWords'> {
	readonly open: boolean;
}

/** Asks what the token shall be called, and shows every step of minting it. Closing it stops nothing. */
export function MintDialog({ open, ...form }: MintDialogProps) {
	const [words, setWords] = useState(() => suggestTokenLabels(form.image));
	const secondPressAtMs = useRef(0);
	useEffect(() => {
		if (!open) return;
		const openedAtMs = Date.now();
		const note = () => {
			const nowMs = Date.now();
			if (nowMs - openedAtMs < doubleClickMs) secondPressAtMs.current = nowMs;
		};
		document.addEventListener('pointerdown', note, true);
		return () => document.removeEventListener('pointerdown', note, true);
	}, [open]);
	function close() {
		if (Date.now() - secondPressAtMs.current > doubleClickMs) form.onClose();
	}
	return (
		<Dialog open={open} onClose={close} title={mintTexts.dialog.title}>
			<MintForm {...form} words={words} onWords={setWords} />
		</Dialog>
	);
}
