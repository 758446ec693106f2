import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { applicationStates, inviteApplicant, offerPost, recordResult, turnDown } from '../../model/application.ts'
import type { Person } from '../BoardPage.tsx'

const CHANGES = ['postApplication', 'workPost', 'postInterview']
/** What may be done with an applicant as they stand. */
export function ApplicantActs({ of: { id, name, state, mayOffer } }: { of: Pick<Person, 'id' | 'name' | 'state' | 'mayOffer'> }) {
  const may = (verb: 'invite' | 'result' | 'offer' | 'turnDown'): boolean => applicationStates.allows({ state }, verb)
  return (
    <>
      {may('offer') && mayOffer ? (
        <ActionButton of={offerPost} input={{ id }} type="primary" changes={CHANGES} confirm={t('录用{{name}}，占一个名额，等学生答复。', { name })} />
      ) : null}
      {may('offer') && !mayOffer ? <small className="ql-quiet">{t('现在还不能录用')}</small> : null}
      {may('invite') ? <FormButton of={inviteApplicant} input={{ id }} changes={CHANGES} /> : null}
      {may('result') ? <FormButton of={recordResult} input={{ id }} changes={CHANGES} /> : null}
      {may('turnDown') ? <FormButton of={turnDown} input={{ id }} danger changes={CHANGES} /> : null}
    </>
  )
}
