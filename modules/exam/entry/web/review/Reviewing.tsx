import type { ReactNode } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { pictureLink } from '#web/files/links.ts'
import { Value } from '#web/forms/Cell.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { DOUBTS, EXEMPT_STATES, EXEMPTS } from '../../model/application.ts'
import { decideApplication, decideExempt, reviewCard } from '../../model/review-actions.ts'
import { CHANGES } from '../changes.ts'

type Card = AnswerOf<typeof reviewCard>

/** One registration under review: what was entered beside the documents, and the decision. */
export function Reviewing({ id, onDone }: { id: string; onDone: () => void }) {
  const read = useRead(reviewCard, { id })
  return <Loaded of={read}>{of => <Shown id={id} of={of} onDone={onDone} />}</Loaded>
}
function Shown({ id, of, onDone }: { id: string; of: Card; onDone: () => void }) {
  const [photo] = of.photoId ?? []
  const facts: Array<readonly [string, ReactNode]> = [
    [t('考生号'), of.ksh],
    [t('证件号'), of.idNo],
    [t('出生日期'), formatDate(of.birthDate)],
    [t('省招办名单'), of.isListed ? t('在名单里') : t('不在名单里')],
    [t('考生类别'), of.category ? <Value key="c" field={reviewCard.output.category} value={of.category} fieldName="category" /> : '—'],
    [t('毕业学校'), of.school],
    [t('志愿'), of.choices.join('；')],
    [t('免试申请'), of.exempt === 'none' ? t('不申请') : `${t(EXEMPTS[of.exempt])} ${of.exemptState ? t(EXEMPT_STATES[of.exemptState]) : ''}`],
    [t('便利条件'), of.special ?? t('无')],
    [t('初审'), of.firstReviewerName ?? '—'],
  ]
  return (
    <Sheet title={of.name}>
      <Stack>
        {of.doubts.length ? <p className="ql-problem">{of.doubts.map(d => (d ? t(DOUBTS[d]) : '')).join(t('、'))}</p> : null}
        <Row gap={4}>
          {photo ? <img src={pictureLink(photo, 200)} alt={t('照片')} width={120} /> : null}
          <PlainTable
            label={t('审核资料')}
            rows={facts}
            keyOf={f => f[0]}
            columns={[
              [t('项目'), f => f[0], { isHead: true }],
              [t('内容'), f => f[1]],
            ]}
          />
        </Row>
        {of.proofs?.length ? (
          <Row gap={2}>
            {of.proofs.map((fileId, n) =>
              fileId ? (
                <FileLink key={fileId} id={fileId}>
                  {t('证明材料 {{n}}', { n: n + 1 })}
                </FileLink>
              ) : null,
            )}
          </Row>
        ) : null}
        {of.isMine ? (
          <Row gap={2}>
            {of.exempt !== 'none' && of.exemptState === 'open' ? (
              <>
                <FormButton of={decideExempt} input={{ id, isGranted: true }} changes={CHANGES}>
                  {t('同意免试')}
                </FormButton>
                <FormButton of={decideExempt} input={{ id, isGranted: false }} changes={CHANGES} danger>
                  {t('不同意免试')}
                </FormButton>
              </>
            ) : null}
            <FormButton of={decideApplication} type="primary" input={{ id, verdict: 'approve' }} changes={CHANGES} onDone={onDone}>
              {t('通过')}
            </FormButton>
            <FormButton of={decideApplication} input={{ id, verdict: 'return' }} changes={CHANGES} onDone={onDone}>
              {t('退回修改')}
            </FormButton>
            <FormButton of={decideApplication} input={{ id, verdict: 'reject' }} changes={CHANGES} onDone={onDone} danger>
              {t('不通过')}
            </FormButton>
          </Row>
        ) : null}
      </Stack>
    </Sheet>
  )
}
