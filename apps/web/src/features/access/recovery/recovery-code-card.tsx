import { Button } from '@adx/ui/controls/button';
import { CopyField } from '@adx/ui/controls/copy-field';
import { showToast } from '@adx/ui/feedback/toast-store';
import { formatRecoveryCode } from '@adx/validators/auth/recovery';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { recoveryTexts as texts } from './recovery-texts.ts';

/** Makes the code that leads back to this account, and shows it once. Nothing where the account has another way back. */
export function RecoveryCodeCard() {
	const utils = trpc.useUtils();
	const once = useSingleFlight();
	const { data: known } = trpc.auth.recoveryCode.useQuery();
	const creation = trpc.auth.createRecoveryCode.useMutation({
		onSuccess: ({ isAvailable, createdAt }) => utils.auth.recoveryCode.setData(undefined, { isAvailable, createdAt }),
		onError: ({ message }) => showToast({ title: texts.notMadeTitle, description: message, tone: 'destructive' }),
		onSettled: once.finish,
	});
	if (known?.isAvailable !== true) return null;
	const { createdAt } = known;
	return (
		<div className="grid gap-3 text-sm text-text-2">
			<p>{texts.why}</p>
			{creation.data !== undefined ? (
				<>
					<CopyField label={texts.code} value={formatRecoveryCode(creation.data.code)} />
					<p role="status">{texts.keep}</p>
				</>
			) : createdAt === null ? null : (
				<p>{texts.madeOn(formatDate(createdAt))}</p>
			)}
			<Button
				className="justify-self-start"
				busyText={creation.isPending ? texts.making : undefined}
				onClick={() => {
					if (once.tryStart()) creation.mutate();
				}}
			>
				{createdAt === null ? texts.make : texts.replace}
			</Button>
		</div>
	);
}
