import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useGenerationFormContext } from '../form/form-schema.ts';
import { layersStore } from './layers-store.ts';

/** What is said of a folder whose pictures the server did not all take. */
export const notSent = 'Not all layers could be sent.';

/** Keeps the form's `layers` at the folder that can be drawn from, also while the section about it is not on show. */
export function useLayersField(): void {
	const { getValues, getFieldState, setValue, setError, clearErrors } = useGenerationFormContext();
	const chosen = useStore(layersStore, ({ view, uploadProblem }) =>
		view?.isUsable && uploadProblem === null ? view.id : '',
	);
	const isRefused = useStore(layersStore, ({ uploadProblem }) => uploadProblem !== null);
	useEffect(() => {
		if (getValues('layers') !== chosen) setValue('layers', chosen);
		if (isRefused) setError('layers', { message: notSent });
		else if (chosen !== '' || getFieldState('layers').error?.message === notSent) clearErrors('layers');
	}, [chosen, isRefused, getValues, getFieldState, setValue, setError, clearErrors]);
}
