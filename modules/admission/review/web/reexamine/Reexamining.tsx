import { Button, Input, Segmented } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { pictureLink } from '#web/files/links.ts'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { judgeReexamination, releaseReexamination, takeReexamination } from '../../model/actions.ts'
import { ITEMS, type ItemCode, RESULTS, type Result } from '../../model/reexamination.ts'
import style from '../review.module.css'

type Answer = AnswerOf<typeof takeReexamination>
const CODES = Object.keys(ITEMS) as ItemCode[]
type Answers = Partial<Record<ItemCode, { result: Result; note: string }>>

/** One student under review: taken for the reviewer, roll and record side by side, the five items, and on to the next. */
export function Reexamining({ id, onDone }: { id: string; onDone: () => void }) {
  const take = useAct(takeReexamination, { done: false })
  const { mutate } = take
  useEffect(() => mutate({ id }), [id, mutate])
  if (take.error)
    return (
      <Sheet label={t('复查')}>
        <Refused what={t('没有打开')} error={take.error} />
        <Row>
          <Button onClick={onDone}>{t('下一位')}</Button>
        </Row>
      </Sheet>
    )
  return take.data ? <Open id={id} of={take.data} onDone={onDone} /> : <Sheet label={t('复查')}>{t('正在打开')}</Sheet>
}
function Open({ id, of, onDone }: { id: string; of: Answer; onDone: () => void }) {
  const [answers, setAnswers] = useState<Answers>(() =>
    Object.fromEntries(of.items.flatMap(i => (i && i.result !== 'doubt' ? [[i.code, { result: i.result, note: i.note ?? '' }]] : []))),
  )
  const judge = useAct(judgeReexamination, { onDone })
  const release = useAct(releaseReexamination, { done: false, onDone })
  const results = of.state === 'doubt' ? (['pass', 'fail'] as const) : (['pass', 'doubt', 'fail'] as const)
  const send = () => judge.mutate({ id, items: CODES.flatMap(code => (answers[code] ? [{ code, result: answers[code].result, note: answers[code].note || null }] : [])) })
  const allPass = () => setAnswers(Object.fromEntries(CODES.map(code => [code, { result: 'pass', note: '' }])))
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.ctrlKey) return send()
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
    if (event.key === 'ArrowRight') release.mutate({ id })
    if (event.key.toLowerCase() === 'a' && !event.ctrlKey && !event.metaKey) allPass()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <Sheet title={of.record.name}>
      <p className="ql-quiet">{t('复查截止 {{due}}，锁定到 {{until}}', { due: formatDate(of.dueAt), until: formatDatetime(of.heldUntil) })}</p>
      <Compared of={of} />
      <ul className={style.items}>
        {CODES.map(code => {
          const before = of.items.find(i => i?.code === code)
          const given = answers[code]
          return (
            <li key={code}>
              <b>{t(ITEMS[code])}</b>
              <Segmented
                aria-label={t(ITEMS[code])}
                value={given?.result ?? ''}
                options={results.map(value => ({ value, label: t(RESULTS[value]) }))}
                onChange={value => setAnswers({ ...answers, [code]: { result: value as Result, note: given?.note ?? '' } })}
              />
              {before?.result === 'doubt' ? <small className="ql-warn">{t('{{by}}存疑：{{note}}', { by: before.by, note: before.note })}</small> : null}
              {given && given.result !== 'pass' ? (
                <Input
                  aria-label={t('情况')}
                  placeholder={t('请写明情况')}
                  maxLength={200}
                  value={given.note}
                  onChange={event => setAnswers({ ...answers, [code]: { ...given, note: event.target.value } })}
                />
              ) : null}
            </li>
          )
        })}
      </ul>
      {judge.error ? <Refused what={t('没有提交')} error={judge.error} /> : null}
      <Row gap={3}>
        <Button type="primary" loading={judge.isPending} onClick={send}>
          {t('提交，下一位')}
        </Button>
        <Button onClick={allPass}>{t('全部合格')}</Button>
        <Button loading={release.isPending} onClick={() => release.mutate({ id })}>
          {t('先放下')}
        </Button>
      </Row>
    </Sheet>
  )
}
function Photo({ fileId, label }: { fileId: string | null; label: string }) {
  return (
    <figure className={style.photo}>
      {fileId ? <img src={pictureLink(fileId, 200)} alt={label} /> : <span>{t('没有照片')}</span>}
      <figcaption className="ql-quiet">{label}</figcaption>
    </figure>
  )
}
function Compared({ of: { admitted, record, photos, differs } }: { of: Answer }) {
  const rows = [
    [t('姓名'), admitted.name, record.name],
    [t('证件号'), admitted.idNo, record.idNo],
    [t('出生日期'), formatDate(admitted.birthDate), formatDate(record.birthDate)],
    [t('生源地'), admitted.sourceCanton, record.sourceCanton],
    [t('专业'), admitted.majorName, record.majorName],
    [t('考生号、学号'), admitted.ksh, record.studentNo],
  ] as const
  return (
    <>
      {differs.length ? <p role="alert">{t('录取信息与学籍不一致：{{fields}}', { fields: differs.map(name => t(name ?? '')).join('、') })}</p> : null}
      <Row gap={3}>
        <Photo fileId={photos.admission} label={t('录取照片')} />
        <Photo fileId={photos.enrolment} label={t('入学照片')} />
      </Row>
      <PlainTable
        label={t('录取信息与学籍')}
        rows={rows}
        keyOf={row => row[0]}
        columns={[
          [t('项目'), row => row[0], { isHead: true }],
          [t('录取信息'), row => row[1]],
          [t('学籍信息'), row => row[2]],
        ]}
      />
    </>
  )
}
