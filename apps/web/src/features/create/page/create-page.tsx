import { Skeleton } from '@adx/ui/feedback/skeleton';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { useAfterFirstCommit } from '../../../lib/hooks/use-after-first-commit.ts';
import type { ImageView } from '../../../lib/hooks/use-image-view.ts';
import { lazyPart } from '../../../shell/lazy-part.tsx';
import { SectionErrorBoundary } from '../../../shell/section-error-boundary.tsx';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { readApiKey } from '../../jobs/actions/engine-key.ts';
import { findService } from '../../jobs/actions/order-price.ts';
import { FloatingDownloadButton } from '../../jobs/download-archive-button.tsx';
import { useJobs } from '../../jobs/job-queries.ts';
import { useCachedForm } from '../form/form-cache.ts';
import { createEmptyForm, type FormInput, useGenerationForm } from '../form/form-schema.ts';
import { toOfferedSection } from '../form/form-sections.ts';
import { createPresetSlot, type PresetSlot } from '../presets/preset-slot.ts';
import { CreateStudio, type PlanSlot, StudioSkeleton } from './create-studio.tsx';
import { type CreateTab, CreateTabs } from './create-tabs.tsx';
import { ServerNotice } from './server-notice.tsx';
import { useKeyOfEngine } from './use-key-of-engine.ts';

const ResultsTab = lazyPart(() => import('./results-tab.tsx'));
const LatestJobsCard = lazyPart(() => import('./latest-jobs-card.tsx'));

export interface CreatePageProps {
	readonly tab: CreateTab;
	readonly onTab: (tab: CreateTab) => void;
	/** The job that the address names; null for none. */
	readonly chosenJobId: string | null;
	/** Shows what becomes of a job that was started. */
	readonly onStarted: (jobId: string) => void;
	readonly view: ImageView;
	/** The card of saved settings, given the form to read and to fill. */
	readonly presets: (slot: PresetSlot) => ReactNode;
	/** The plan beside the form; it may come later than the page. */
	readonly plan: (slot: PlanSlot) => ReactNode;
	/** What makes tokens of finished characters; it may come later. Null leaves it out. */
	readonly mint: ReactNode;
	/** Figures beside the latest jobs. */
	readonly statistics: ReactNode;
}

const partProblem = 'This part of the page could not be shown. Generating is not affected.';
const problems: Readonly<Record<CreateTab, string>> = {
	studio: partProblem,
	results: partProblem,
	latest: partProblem,
	mint: 'Minting could not be shown. Generating is not affected.',
};

/** The studio in which a collection is put together, and what came of it, each on a tab of its own. */
export function CreatePage(props: CreatePageProps) {
	const { tab: shown, onTab, chosenJobId, onStarted, view, presets, plan, mint, statistics } = props;
	const [storedKey] = useState(() => readApiKey(createEmptyForm.engine));
	const form = useGenerationForm(storedKey);
	// The form has its component drawn again as it is mounted: all that is in it would be drawn twice.
	const isFormReady = useAfterFirstCommit();
	const [openSection, setOpenSection] = useCachedForm(form);
	useKeyOfEngine(form);
	const engine = useWatch({ control: form.control, name: 'engine' });
	const { config } = useAccess();
	const { data: jobs } = useJobs();
	const [fieldToFocus, setFieldToFocus] = useState<keyof FormInput | null>(null);
	const [startedJobId, setStartedJobId] = useState<string | null>(null);
	// An answer may come late: a user who has moved on stays where they are, and the toast tells them.
	const isOnStudio = useRef(false);
	useEffect(() => {
		isOnStudio.current = shown === 'studio';
		return () => {
			isOnStudio.current = false;
		};
	}, [shown]);

	function showField(field: keyof FormInput) {
		setFieldToFocus(field);
		if (shown !== 'studio') onTab('studio');
	}

	function showStarted(jobId: string) {
		if (!isOnStudio.current) return;
		setStartedJobId(jobId);
		onStarted(jobId);
	}

	const chooseRaces = () => showField('races');
	return (
		<FormProvider {...form}>
			<main className="mx-auto w-full max-w-[100rem] px-3 pt-3 pb-2 sm:px-6">
				<h1 className="sr-only">Create ADX characters</h1>
				{/* One element from the first commit on: a press on a tab would be lost with the one that it began on. */}
				<CreateTabs shown={shown} hasMint={mint !== null} jobId={chosenJobId} />
				{isFormReady ? (
					<>
						<ServerNotice />
						{/* What was searched, paged and opened in it stays while another tab is looked at. */}
						<CreateStudio
							isShown={shown === 'studio'}
							open={toOfferedSection(openSection, engine)}
							onOpen={setOpenSection}
							isNewcomer={jobs?.length === 0 && storedKey === ''}
							onStarted={showStarted}
							fieldToFocus={fieldToFocus}
							onInvalid={(field) => isOnStudio.current && showField(field)}
							onFocused={() => setFieldToFocus(null)}
							presets={presets(
								createPresetSlot(form, (engine) => findService(config, engine)?.models.map(({ name }) => name) ?? []),
							)}
							plan={plan}
						/>
						<SectionErrorBoundary key={shown} problem={problems[shown]}>
							<Suspense fallback={<Skeleton className="h-40 w-full" />}>
								{shown === 'results' ? (
									<ResultsTab
										chosenJobId={chosenJobId}
										view={view}
										onChoose={chooseRaces}
										takesFocus={startedJobId !== null && startedJobId === chosenJobId}
										onFocused={() => setStartedJobId(null)}
									/>
								) : null}
								{shown === 'latest' ? (
									<div className="grid items-start gap-4">
										<LatestJobsCard onChoose={chooseRaces} />
										{statistics}
									</div>
								) : null}
								{shown === 'mint' ? mint : null}
							</Suspense>
						</SectionErrorBoundary>
					</>
				) : shown === 'studio' ? (
					<StudioSkeleton />
				) : (
					<Skeleton className="h-40 w-full" />
				)}
			</main>
			{isFormReady ? <FloatingDownloadButton chosenId={chosenJobId} isCompact={shown === 'studio'} /> : null}
		</FormProvider>
	);
}
