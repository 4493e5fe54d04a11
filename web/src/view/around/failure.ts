/** Why a request came to nothing, as a sentence. */

import { type Key, t } from '../../i18n/t';
import { ApiError } from '../../net/api';

/**
 * @param failure What was thrown.
 * @param sentences What the answers with these statuses mean here.
 */
export function failureText(
  failure: unknown,
  sentences: Readonly<Record<number, Key>> = {},
): string {
  if (!(failure instanceof ApiError) || failure.status === null) return t('start.unreachable');
  const known = sentences[failure.status];
  if (known !== undefined) return t(known);
  if (failure.status === 429) return t('fail.too_often');
  return t('fail.said', { detail: failure.message });
}
