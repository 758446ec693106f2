import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { examSubject } from '../../entry/model/dictionaries.ts'
import { ROOM_KINDS } from '../model/room.ts'
import { seatingPlan } from '../model/seating.ts'

/** Who is to be seated and what there is for them, and neighbours of one school. */
export function PlanPanel({ id }: { id: string }) {
  const read = useRead(seatingPlan, { id })
  const items = useDict(examSubject)
  const subjectsText = (keys: ReadonlyArray<string | null>): string => keys.map(key => dictLabel(items, key ?? '')).join(t('、'))
  return (
    <Loaded of={read}>
      {of => {
        const lacking = [...new Set(of.groups.flatMap(g => g?.lacking ?? []))]
        return (
          <Stack>
            {lacking.length ? <p className="ql-problem">{t('还没有场次的科目：{{what}}', { what: subjectsText(lacking) })}</p> : null}
            <Sheet title={t('座位')}>
              <PlainTable
                label={t('座位')}
                rows={of.kinds.flatMap(k => k ?? [])}
                keyOf={k => k.kind}
                columns={[
                  [t('考场类型'), k => t(ROOM_KINDS[k.kind]), { isHead: true }],
                  [t('考场数'), k => k.rooms, { isNumber: true }],
                  [t('座位数'), k => k.seats, { isNumber: true }],
                  [t('考生'), k => k.people, { isNumber: true }],
                  [t('还差'), k => Math.max(0, k.people - k.seats), { isNumber: true }],
                ]}
              />
            </Sheet>
            <Sheet title={t('科目组')}>
              <PlainTable
                label={t('科目组')}
                rows={of.groups.flatMap(g => g ?? [])}
                keyOf={g => g.subjects.join()}
                empty={t('还没有报名完成的考生')}
                columns={[
                  [t('科目'), g => subjectsText(g.subjects), { isHead: true }],
                  [t('考生'), g => g.people, { isNumber: true }],
                  [t('需要便利条件'), g => g.special, { isNumber: true }],
                ]}
              />
              {of.exempt ? <p className="ql-quiet">{t('{{n}} 名考生免试，不排座', { n: of.exempt })}</p> : null}
            </Sheet>
            {of.rooms.length ? (
              <Sheet title={t('排不开的同校相邻')}>
                <PlainTable
                  label={t('排不开的同校相邻')}
                  rows={of.rooms.flatMap(r => r ?? [])}
                  keyOf={r => `${r.roomNo} ${r.school}`}
                  isLong
                  columns={[
                    [t('考场号'), r => r.roomNo, { isHead: true }],
                    [t('毕业学校'), r => r.school],
                    [t('座位'), r => r.pairs.join(t('、'))],
                  ]}
                />
              </Sheet>
            ) : null}
          </Stack>
        )
      }}
    </Loaded>
  )
}
