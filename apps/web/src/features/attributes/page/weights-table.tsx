import { NumberField } from '@adx/ui/controls/number-field';
import { formatNumber } from '@adx/validators/format-number';
import clsx from 'clsx';
import { formatShare } from '../../../lib/format/format-rarity.ts';
import { attributeTexts } from '../attributes-texts.ts';
import type { TraitCount, ValueCount } from '../worker/attributes-views.ts';
import { formatWeight } from './run-status.ts';

const texts = attributeTexts.weights;

/** The slider reaches this far; the field beside it takes more. */
const sliderMax = 100;

export interface WeightsTableProps {
	readonly trait: TraitCount;
	readonly size: number;
	readonly isPlanned: boolean;
	/** The amounts entered so far, by value. */
	readonly weights: Readonly<Record<string, number>>;
	/** Null takes the weight back. */
	readonly onWeight: (value: string, weight: number | null) => void;
	/** What was typed for a value and is not allowed; null for nothing. */
	readonly findWrong: (value: string) => string | null;
	readonly onWrong: (value: string, text: string | null) => void;
	readonly onShow: (value: string) => void;
}

/** One trait's values with what the preview gives of each; its last line adds up. */
export function WeightsTable(props: WeightsTableProps) {
	const { trait, size, isPlanned } = props;
	const hasWeights = trait.values.some(({ weight }) => weight !== null);
	const total = trait.values.reduce((sum, { count }) => sum + count, 0);
	return (
		<section
			aria-label={trait.name}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to
			tabIndex={0}
			className="max-h-[28rem] scroll-py-12 overflow-y-auto rounded-md border border-border"
		>
			<table className="figures w-full border-collapse text-sm">
				<thead className="sticky top-0 z-10 bg-surface-2">
					<tr>
						<th scope="col" className="px-2 py-2 text-left font-semibold">
							{texts.value}
						</th>
						<th scope="col" className="px-2 text-right font-semibold">
							{texts.images}
						</th>
						<th scope="col" className="px-2 text-right font-semibold max-sm:hidden">
							{texts.share}
						</th>
						{hasWeights ? (
							<th scope="col" className="px-2 text-right font-semibold">
								{texts.weight}
							</th>
						) : null}
					</tr>
				</thead>
				<tbody>
					{trait.values.map((value) => (
						<ValueRow key={value.label} {...props} of={value} hasWeights={hasWeights} />
					))}
				</tbody>
				<tfoot className="sticky bottom-0 bg-surface-2 font-semibold">
					<tr>
						<th scope="row" className="px-2 py-2 text-left">
							{texts.total}
						</th>
						<td colSpan={hasWeights ? 3 : 2} className="px-2 text-right">
							{isPlanned ? texts.totalOf(total, size) : '–'}
						</td>
					</tr>
				</tfoot>
			</table>
		</section>
	);
}

interface ValueRowProps extends WeightsTableProps {
	readonly of: ValueCount;
	readonly hasWeights: boolean;
}

function ValueRow({ of, size, isPlanned, weights, hasWeights, onWeight, findWrong, onWrong, onShow }: ValueRowProps) {
	const { value, label, count, keptCount, weight } = of;
	const share = size === 0 ? 0 : count / size;
	return (
		<tr className="border-t border-border">
			<th scope="row" className="px-2 py-1 text-left font-normal wrap-anywhere">
				<button
					type="button"
					disabled={!isPlanned || count === 0}
					title={texts.show(label)}
					onClick={() => onShow(label)}
					className={clsx('min-h-6 rounded-sm text-left', isPlanned && count > 0 && 'text-primary underline')}
				>
					{label}
				</button>
				{isPlanned && keptCount > 0 ? <span className="block text-xs text-text-3">{texts.kept(keptCount)}</span> : null}
			</th>
			<td className="px-2 text-right">
				{isPlanned ? formatNumber(count) : '–'}
				<span className="block text-xs text-text-3 sm:hidden">{isPlanned ? formatShare(count, size) : ''}</span>
			</td>
			<td className="relative w-32 px-2 text-right max-sm:hidden 2xl:w-20">
				<span
					aria-hidden
					className="absolute inset-y-1 right-1 rounded-sm bg-primary/15"
					style={{ width: isPlanned ? `calc((100% - 0.5rem) * ${Math.min(1, share)})` : 0 }}
				/>
				<span className="relative">{isPlanned ? formatShare(count, size) : '–'}</span>
			</td>
			{hasWeights ? (
				<td className="w-28 py-1 pr-2 text-right sm:w-56 lg:w-72 2xl:w-44">
					{value === null || weight === null ? null : (
						<WeightField
							label={label}
							usual={weight}
							weight={weights[value] ?? null}
							onWeight={(next) => onWeight(value, next)}
							wrongText={findWrong(value)}
							onWrongText={(text) => onWrong(value, text)}
						/>
					)}
				</td>
			) : null}
		</tr>
	);
}

interface WeightFieldProps {
	readonly label: string;
	readonly usual: number;
	/** Null while it is the usual one. */
	readonly weight: number | null;
	readonly onWeight: (weight: number | null) => void;
	readonly wrongText: string | null;
	readonly onWrongText: (text: string | null) => void;
}

function WeightField({ label, usual, weight, onWeight, wrongText, onWrongText }: WeightFieldProps) {
	const shown = Math.min(sliderMax, weight ?? usual);
	return (
		<span className="flex items-center gap-2 max-sm:flex-col max-sm:items-stretch max-sm:gap-1">
			<input
				type="range"
				aria-label={texts.slideOf(label)}
				min={0}
				max={sliderMax}
				step={0.1}
				value={shown}
				aria-valuetext={formatWeight(shown)}
				onChange={({ target }) => onWeight(Number(target.value))}
				className="h-6 w-full min-w-0 accent-(--color-primary) pointer-coarse:h-9"
			/>
			<span className="w-20 shrink-0 max-sm:w-full">
				<NumberField
					label={texts.weightOf(label)}
					placeholder={formatWeight(usual)}
					step="any"
					value={weight}
					onValue={onWeight}
					wrongText={wrongText}
					onWrongText={onWrongText}
				/>
			</span>
		</span>
	);
}
