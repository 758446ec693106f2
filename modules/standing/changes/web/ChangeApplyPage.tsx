import { Button } from 'antd'
import { useState } from 'react'
import { schoolDate } from '#model/school-time.ts'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Outcome } from '#modules/workflow/applications/web/public/Outcome.tsx'
import { useApplicationForm, useBeginning } from '#modules/workflow/applications/web/public/useApplicationForm.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { changeApplication } from '../model/application.ts'
import { detailLayout } from './apply/layout.tsx'
import { placeText } from './labels.ts'
import { ConsequenceSheet, RuleValues } from './Sheets.tsx'
import style from './standing.module.css'

type FormStart = BegunOf<typeof changeApplication>
type Mine = MineOf<typeof changeApplication>
type Type = FormStart['types'][number]
const MINE = '/standing/mine'
const DRAFT = 'standing.change'
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** 申请学籍异动: a card for each type with its rule, then the form with what follows. */
export default function ChangeApplyPage() {
  return (
    <ApplyPage draft={DRAFT} of={changeApplication} title={t('申请学籍异动')} onlyStudents={t('当前账号不是学生，不能申请学籍异动')} refused={t('这份申请不能修改')}>
      {(known, row, params) => <Wizard key={row?.id ?? 'new'} known={known} row={row} code={params.get('type')} />}
    </ApplyPage>
  )
}
function Wizard({ known, row, code }: { known: FormStart; row: Mine | undefined; code: string | null }) {
  const [picked, setPicked] = useState(() => known.types.find(type => (row ? type.id === row.typeId : type.code === code && type.isOffered)))
  if (!picked) return <Types known={known} onPick={setPicked} />
  return <Form key={picked.id} type={picked} row={row} onBack={row ? undefined : () => setPicked(undefined)} />
}
function Types({ known, onPick }: { known: FormStart; onPick: (type: Type) => void }) {
  const { now, types } = known
  return (
    <Page title={t('申请学籍异动')}>
      <p className="ql-help">
        {t('现在：{{place}}', { place: placeText(now) })}
        {now.until ? t('，到 {{date}}', { date: formatDate(now.until) }) : ''}
      </p>
      {types.length ? null : <Empty title={t('现在没有可以申请的异动')} />}
      <div className={style.types}>
        {[...types]
          .sort((a, b) => Number(b.isOffered) - Number(a.isOffered))
          .map(type => (
            <button key={type.id} type="button" className={style.type} disabled={!type.isOffered} onClick={() => onPick(type)}>
              <b>{t(type.name)}</b>
              {type.rule ? <small>{t(type.rule)}</small> : null}
              {type.isOffered ? <RuleValues of={type.figures} /> : <small>{t('现在的学籍状态不能申请')}</small>}
            </button>
          ))}
      </div>
    </Page>
  )
}
function Form({ type, row, onBack }: { type: Type; row: Mine | undefined; onBack: (() => void) | undefined }) {
  const values = row ? { ...row, proofs: row.proofs ?? [] } : { effectiveDate: schoolDate(Date.now()) }
  const begun = useBeginning({ draft: DRAFT, id: row?.id, values })
  const [asked, setAsked] = useState({
    effectiveDate: text(begun.start.effectiveDate),
    until: text(begun.start.until),
    reasonCode: text(begun.start.reasonCode),
    toClassId: text(begun.start.toClassId),
  })
  const entered = Object.fromEntries(Object.entries(asked).filter(([, value]) => value))
  const preview = useRead(
    changeApplication.preview,
    { typeId: type.id, ...entered, reasonCode: asked.reasonCode || '99', effectiveDate: asked.effectiveDate || schoolDate(Date.now()), id: row?.id ?? null },
    { keeps: true },
  ).data
  const state = useApplicationForm({
    of: changeApplication,
    ...begun,
    page: MINE,
    layout: detailLayout(type, preview?.classes ?? []),
    beside: { typeId: type.id },
    unkept: ['reasonText'],
  })
  const next = {
    effectiveDate: text(state.form.values.effectiveDate),
    until: text(state.form.values.until),
    reasonCode: text(state.form.values.reasonCode),
    toClassId: text(state.form.values.toClassId),
  }
  if (JSON.stringify(next) !== JSON.stringify(asked)) setAsked(next)
  return (
    <ApplicationForm of={state} title={t(type.name)} own={{ path: MINE, label: t('我的学籍异动') }} isBlocked={Boolean(preview?.problems.length)}>
      <Sheet label={t('规定')}>
        <Row gap={3} spread="between">
          <h2>{t(type.name)}</h2>
          {onBack ? (
            <Button type="text" size="small" onClick={onBack}>
              {t('换一种异动')}
            </Button>
          ) : null}
        </Row>
        {type.rule ? <p className="ql-quiet">{t(type.rule)}</p> : null}
        <RuleValues of={preview?.figures ?? type.figures} />
      </Sheet>
      <Outcome of={preview ?? undefined}>{preview ? t('由“{{from}}”变为“{{to}}”', { from: placeText(preview.from), to: placeText(preview.to) }) : ''}</Outcome>
      {preview ? <ConsequenceSheet of={preview.consequences} /> : null}
    </ApplicationForm>
  )
}
