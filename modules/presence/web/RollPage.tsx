import { Button, Segmented } from 'antd'
import { Phone } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { CONFIDENCES, presenceStates } from '../model/presence-state.ts'
import { emergencyRoll, KEPT_HOURS, ROLL_MARKS, type RollMark } from '../model/roll.ts'
import { useRoll } from './useRoll.ts'

const VIEWS = { open: '未确认', missing: '没有找到', safe: '已确认安全' } as const
type View = keyof typeof VIEWS
export const about: PageFile['about'] = () => ({
  use: t('火灾、停电等紧急情况下，列出此刻可能在楼里的学生，逐个确认。'),
  who: t('学工处、学院、辅导员和本楼宿管员；每次点名都会记下谁、为什么、看了谁。'),
  first: t('先在有网络时载入名单，之后没有网络也能继续点；最可靠的排在前面。'),
})
/** 紧急点名: loaded once, then worked through on this phone with or without a network. */
export default function RollPage() {
  const roll = useRoll()
  const { kept } = roll
  const [isEnding, setEnding] = useState(false)
  return (
    <Page
      title={t('紧急点名')}
      actions={
        <>
          {kept ? <Button onClick={() => setEnding(true)}>{t('结束点名')}</Button> : null}
          <FormButton
            of={emergencyRoll}
            layout={['buildingId', 'purpose']}
            input={{}}
            done={false}
            onDone={roll.begin}
            type="primary"
            note={<p className="ql-help">{t('名单是学生的行踪信息，点名的人和原因会记录在案。名单存在这台设备上，最多保留 {{n}} 小时。', { n: KEPT_HOURS })}</p>}
          >
            {kept ? t('重新载入') : t('载入名单')}
          </FormButton>
        </>
      }
    >
      {roll.isUnsaved ? <p className="ql-problem">{t('这台设备存不下名单，点名结束前请不要关闭页面')}</p> : null}
      {kept ? <Walk roll={roll} /> : <Empty title={t('还没有载入名单')} />}
      <Dialog
        open={isEnding}
        title={t('结束点名')}
        verb={t('结束点名')}
        onAct={() => {
          roll.end()
          setEnding(false)
        }}
        onClose={() => setEnding(false)}
      >
        {t('这台设备上的名单和确认情况会删除。')}
      </Dialog>
    </Page>
  )
}
function Walk({ roll: { kept, mark } }: { roll: ReturnType<typeof useRoll> }) {
  const [view, setView] = useState<View>('open')
  if (!kept) return null
  const people = kept.roll.people.flatMap(p => p ?? [])
  const of = (which: View) => people.filter(p => (kept.marks[p.studentId] ?? 'open') === which)
  return (
    <>
      <p className="ql-quiet">{t('{{building}}，{{at}} 载入', { building: kept.roll.building, at: formatDatetime(kept.roll.at) })}</p>
      <Figures label={t('点名进度')}>
        <Figure label={t('可能在楼里')} value={people.length} />
        {(Object.keys(VIEWS) as View[]).map(which => (
          <Figure key={which} label={t(VIEWS[which])} value={of(which).length} />
        ))}
      </Figures>
      <Segmented value={view} options={(Object.keys(VIEWS) as View[]).map(value => ({ value, label: t(VIEWS[value]) }))} onChange={next => setView(next)} />
      <Sheet label={t('名单')} isBare>
        <PlainTable
          label={t('名单')}
          rows={of(view)}
          keyOf={p => p.studentId}
          empty={t('这里没有人')}
          isLong
          isCardsOnPhone
          columns={[
            [t('姓名'), p => p.name, { isHead: true }],
            [t('学号'), p => p.studentNo ?? MISSING],
            [t('班级'), p => p.className ?? MISSING],
            [t('可信度'), p => t(CONFIDENCES[p.confidence])],
            [t('状态'), p => t(presenceStates.labels[p.state])],
            [
              t('电话'),
              p =>
                p.phone ? (
                  <a href={`tel:${p.phone}`}>
                    <Phone size={14} /> {p.phone}
                  </a>
                ) : (
                  MISSING
                ),
            ],
            [
              t('确认'),
              p => (
                <Row>
                  {(Object.keys(ROLL_MARKS) as RollMark[]).map(as => (
                    <Button
                      key={as}
                      size="small"
                      type={kept.marks[p.studentId] === as ? 'primary' : 'default'}
                      aria-pressed={kept.marks[p.studentId] === as}
                      onClick={() => mark(p.studentId, as)}
                    >
                      {t(ROLL_MARKS[as])}
                    </Button>
                  ))}
                </Row>
              ),
            ],
          ]}
        />
      </Sheet>
    </>
  )
}
