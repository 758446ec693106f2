import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatNumber } from '#web/values/format.ts'
import { planStates } from '../model/plan.ts'
import { CURES, planBalance } from '../model/read-actions.ts'
import { genderWord } from './labels.ts'
import style from './presort.module.css'

type BalanceAnswer = AnswerOf<typeof planBalance>
type Supply = BalanceAnswer['supply'][number]
/** 20-DP5: the shortage in one sentence, then figures and suggestions. */
export function Balance({ id }: { id: string }) {
  const read = useRead(planBalance, { id })
  const { data } = read
  if (!data) return <Loading of={read} lines={10} />
  const short = data.supply.flatMap(s => (s && s.short > 0 ? [s] : []))
  return (
    <>
      <p className={short.length ? `${style.verdict} ${style.short}` : style.verdict} role="status">
        {short.length ? short.map(shortText).join('；') : t('床位够：{{students}} 人，{{beds}} 张床位', { students: formatNumber(data.students), beds: formatNumber(data.beds) })}
      </p>
      <Figures label={t('供需')}>
        <Figure label={t('要安排的学生')} value={data.students} />
        <Figure label={t('可用床位')} value={data.beds} />
        <Figure label={t('缺')} value={short.reduce((sum, s) => sum + s.short, 0)} />
        <Figure label={t('不参与')} value={data.excluded} />
      </Figures>
      {data.overlaps.length ? (
        <p className={`${style.verdict} ${style.short}`}>
          {data.overlaps.map(o => (o ? t('与“{{name}}”（{{state}}）有 {{n}} 个房间相同', { name: o.name, state: t(planStates.labels[o.state]), n: o.rooms }) : '')).join('；')}
        </p>
      ) : null}
      <Columns min={360}>
        <Sheet title={t('按校区和性别')}>
          <PlainTable
            label={t('按校区和性别')}
            rows={data.supply}
            keyOf={s => `${s.campusId} ${s.genderCode}`}
            columns={[
              [t('校区'), s => s.campus || t('全部校区')],
              [t('性别'), s => genderWord(s.genderCode)],
              [t('需要'), s => formatNumber(s.demand)],
              [t('可用'), s => formatNumber(s.beds)],
              [t('缺'), s => <Short n={s.short} />],
            ]}
          />
        </Sheet>
        <Sheet title={t('能补上的床位')}>
          {data.cures.length ? (
            <ul className={style.cures}>
              {data.cures.map(c => (
                <li key={`${c.place} ${c.why} ${c.genderCode}`}>
                  <b>{c.place}</b> {t(CURES[c.why])} <span className="ql-quiet">{c.genderCode ? genderWord(c.genderCode) : ''}</span>
                  <em>{t('{{n}} 张', { n: formatNumber(c.beds) })}</em>
                </li>
              ))}
            </ul>
          ) : (
            <p className="ql-quiet">{t('范围里没有闲置的床位')}</p>
          )}
        </Sheet>
      </Columns>
      <Sheet title={t('按学院')}>
        <PlainTable
          label={t('按学院')}
          rows={data.colleges}
          keyOf={c => `${c.departmentId} ${c.campus} ${c.genderCode}`}
          columns={[
            [t('学院'), c => c.label],
            [t('校区'), c => c.campus],
            [t('性别'), c => genderWord(c.genderCode)],
            [t('需要'), c => formatNumber(c.demand)],
            [t('配额'), c => (c.quota === null ? '—' : formatNumber(c.quota))],
            [t('缺'), c => <Short n={c.short} />],
          ]}
        />
      </Sheet>
    </>
  )
}
const shortText = (s: Supply): string =>
  t('{{campus}}{{gender}}生缺 {{n}} 张床位', { campus: s.campus ? `${s.campus} ` : '', gender: genderWord(s.genderCode), n: formatNumber(s.short) })
const Short = ({ n }: { n: number }) => (n ? <b className={style.lack}>{formatNumber(n)}</b> : <>—</>)
