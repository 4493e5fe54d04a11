/** What rules are called, and what is different in them. */

import { isKey, type Key, t, tOr } from '../../i18n/t';
import { differences, presetOf, type Rules } from '../../state/wish';

/** “Standard”, “Points”, or “House rules” for what no preset makes. */
export function rulesTitle(rules: Rules): string {
  const preset = presetOf(rules);
  return preset === null ? t('rules.custom') : tOr(`preset.${preset}`, 'rules.custom');
}

/** A sentence about a preset, or the options one by one. */
export function rulesNote(rules: Rules): string {
  const preset = presetOf(rules);
  if (preset !== null) return tOr(`preset_note.${preset}`, 'rules.custom');
  return differences(rules)
    .filter(([option]) => isKey(`option.${option}`))
    .map(([option, value]) =>
      t('rules.difference', {
        option: t(`option.${option}` as Key),
        value: isKey(`option.${option}.${value}`)
          ? t(`option.${option}.${value}` as Key)
          : String(value),
      }),
    )
    .join(' · ');
}
