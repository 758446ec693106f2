import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { objectionsToHear } from '../model/objection.ts'
import { HearingPanel } from './HearingPanel.tsx'

/** 异议答复: open objections that the reader is to answer. */
export default function HearingPage() {
  const [params, , put] = useOwnParams()
  const read = useRead(objectionsToHear, {}, { follows: 'todo' })
  const id = params.get('id')
  return (
    <Page title={t('异议答复')}>
      <Loaded of={read} empty={rows => rows.length === 0 && t('现在没有要你答复的异议')}>
        {rows => (
          <Sheet label={t('异议答复')}>
            <PlainTable
              label={t('异议答复')}
              rows={rows}
              keyOf={r => r.id}
              isCardsOnPhone
              columns={[
                [t('公示对象'), r => <PlacedButton onClick={() => put({ id: r.id })}>{r.target}</PlacedButton>, { isHead: true }],
                [t('公示'), r => r.noticeTitle],
                [t('提出时间'), r => formatDatetime(r.raisedAt)],
                [t('答复期限'), r => formatDate(r.dueOn)],
              ]}
            />
          </Sheet>
        )}
      </Loaded>
      {id ? <HearingPanel key={id} id={id} onClose={() => put({ id: undefined })} /> : null}
    </Page>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('对你们公布的名单提出的异议：查看理由，核实后答复。'),
  who: t('只有处理人看得到异议人是谁；答复以前，这个人的结果先不生效。'),
  first: t('先答复快到期限的。'),
})
