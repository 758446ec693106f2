import { Checkbox, Pagination, Select } from 'antd'
import { useState } from 'react'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FileLink } from '#web/files/FileLink.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { ChosenRowPage } from '#web/records/ChosenRowPage.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { formatDatetime } from '#web/values/format.ts'
import { FLAGS, type Flag } from '../model/flags.ts'
import { answerSheets, judgeSheet, revealSheet } from '../model/sheet-actions.ts'

/** 问卷管理 → 答卷: named answers one by one. */
export default function SheetPage() {
  return (
    <ChosenRowPage title={t('答卷')} back="/survey/surveys" of="survey" label={t('问卷')} placeholder={t('选择问卷')} none={t('先选择一份问卷')}>
      {id => <Sheets id={id} />}
    </ChosenRowPage>
  )
}
const PAGE = 30
function Sheets({ id }: { id: string }) {
  const [params, , put] = useOwnParams()
  const current = Number(params.get('at') ?? 1)
  const flag = (params.get('flag') ?? undefined) as Flag | undefined
  const read = useRead(answerSheets, { id, current, ...(flag ? { flag } : {}) }, { keeps: true })
  return (
    <Stack>
      <div>
        <Select
          aria-label={t('标记')}
          placeholder={t('全部答卷')}
          allowClear
          popupMatchSelectWidth={false}
          value={flag ?? null}
          options={Object.entries(FLAGS).map(([value, label]) => ({ value, label: t(label) }))}
          onChange={next => put({ flag: next ?? undefined, at: undefined })}
        />
      </div>
      <Loaded of={read} empty={data => data.sheets.length === 0 && t('还没有答卷')}>
        {data => (
          <>
            {data.sheets.map(one => (
              <OneSheet key={one.id} id={id} sheet={one} hasHidden={data.hasHidden} />
            ))}
            <Pagination current={current} pageSize={PAGE} total={data.total} hideOnSinglePage showSizeChanger={false} onChange={at => put({ at: String(at) })} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}
type Shown = AnswerOf<typeof answerSheets>['sheets'][number]
function OneSheet({ id, sheet, hasHidden }: { id: string; sheet: Shown; hasHidden: boolean }) {
  const [revealed, setRevealed] = useState<Shown>()
  const reveal = useAct(revealSheet, { done: false, onDone: setRevealed })
  const judge = useAct(judgeSheet, { done: t('已保存') })
  const [mayReveal, mayJudge] = [useCan(revealSheet.permission), useCan(judgeSheet.permission)]
  const { name, className, submittedAt, flags, isValid } = sheet
  const told = [className, formatDatetime(submittedAt), ...flags.map(flag => t(FLAGS[flag]))].filter(Boolean).join(' · ')
  return (
    <Sheet title={name} note={told}>
      {reveal.error ? <Refused what={t('没有打开')} error={reveal.error} /> : null}
      <dl>
        {(revealed ?? sheet).cells.map(cell => (
          <div key={cell.number}>
            <dt className="ql-help">{`${cell.number}. ${cell.title}`}</dt>
            <dd>
              {cell.said || (cell.files?.length ? null : '—')}
              {cell.files?.map((file, i) => (
                <FileLink key={file} id={file}>
                  {t('附件 {{n}}', { n: i + 1 })}
                </FileLink>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Row>
        {mayJudge ? (
          <Checkbox checked={isValid} onChange={event => judge.mutate({ id, answerId: sheet.id, isValid: event.target.checked })}>
            {t('计入结果')}
          </Checkbox>
        ) : null}
        {hasHidden && mayReveal && !revealed ? <PlacedButton onClick={() => reveal.mutate({ id, answerId: sheet.id })}>{t('查看敏感答案')}</PlacedButton> : null}
      </Row>
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('一份一份看实名答卷，把明显乱答的不计入结果。'),
  who: t('发起问卷的人；保密问卷只有指定的阅读人，匿名问卷没有单份答卷。'),
  first: t('先选问卷，再按标记筛选。'),
})
