import { useMutation } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { address, get, type PageOf, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import type { Shown } from '#web/records/columns.ts'
import { useCan, useMe } from '#web/session/useCan.ts'
import { familyMember } from '../model/family.ts'
import { student } from '../model/student.ts'
import { RecordCard } from './RecordCard.tsx'
import style from './student.module.css'

export interface CardData {
  row: Shown<typeof student>
  family: ReadonlyArray<Shown<typeof familyMember>>
}
const PERSONAL = ['idNo', 'phone', 'homeAddress', 'emergencyName', 'emergencyPhone'] as const

async function load(id: string, isPlain: boolean): Promise<CardData> {
  const [row, family] = await Promise.all([
    get<Shown<typeof student>>(address(student, 'getOne'), { id }, { quiet: true }),
    get<PageOf<Shown<typeof familyMember>>>(address(familyMember, 'list'), { studentId: id, size: 50 }, { quiet: true }),
  ])
  const whole = isPlain ? await post<Partial<CardData['row']>>(address(student, 'reveal'), { id, fields: [...PERSONAL], reason: t('打印学籍卡') }, { quiet: true }) : {}
  return { row: { ...row, ...whole }, family: family.result }
}
/** Asks for masking, loads the records and opens the print dialog, one sheet per student. */
export function PrintCards({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const mayReveal = useCan('student:student:reveal')
  const { nickName } = useMe()
  const [isPlain, setPlain] = useState(false)
  const fetched = useMutation({ mutationFn: async () => Promise.all(ids.map(id => load(id, isPlain))), meta: { inPlace: true } })
  const cards = fetched.data
  useEffect(() => {
    if (!cards) return
    // wait until the sheets are rendered before printing
    const timer = setTimeout(() => {
      window.print()
      onClose()
    }, 150)
    return () => clearTimeout(timer)
  }, [cards, onClose])
  return (
    <>
      <Dialog open={!cards} title={t('打印 {{n}} 张学籍卡', { n: ids.length })} verb={t('打印')} busy={fetched.isPending} onAct={() => fetched.mutate()} onClose={onClose}>
        {fetched.error ? <Refused what={t('没有打印')} error={fetched.error} /> : null}
        {mayReveal ? (
          <Checkbox checked={isPlain} onChange={event => setPlain(event.target.checked)}>
            {t('印出完整的证件号、电话和住址')}
          </Checkbox>
        ) : (
          <p>{t('证件号、电话和住址按你的权限遮盖')}</p>
        )}
        {isPlain ? <p className="ql-help">{t('查看会记入审计日志')}</p> : null}
      </Dialog>
      {cards
        ? createPortal(
            <div className={style.print}>
              {cards.map(card => (
                <RecordCard key={card.row.id} {...card} by={nickName} />
              ))}
            </div>,
            document.body,
          )
        : null}
    </>
  )
}
