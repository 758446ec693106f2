import { Button, Popover } from 'antd'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/i18n/index.ts'
import type { FlowProblem } from '../../model/process-design.ts'
import type { Chosen } from './design.ts'
import { placeOf } from './problem-places.ts'

/** Number of problems; each links to its step or branch. */
export function Problems({ problems, onJump }: { problems: readonly FlowProblem[]; onJump: (place: Chosen) => void }) {
  const [isOpen, setOpen] = useState(false)
  const errors = problems.filter(p => p.level === 'error').length
  if (!problems.length)
    return (
      <span className="flow-checked" role="status">
        <CircleCheck size={15} />
        {t('检查通过')}
      </span>
    )
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      content={
        <ProblemList
          problems={problems}
          onJump={place => {
            setOpen(false)
            onJump(place)
          }}
        />
      }
    >
      <Button type="text" className={errors ? 'flow-count is-error' : 'flow-count'} icon={<TriangleAlert size={16} />}>
        {errors ? t('{{n}} 处问题', { n: errors }) : t('{{n}} 处提醒', { n: problems.length })}
      </Button>
    </Popover>
  )
}
/** Problems, blocking ones first. */
export function ProblemList({ problems, onJump }: { problems: readonly FlowProblem[]; onJump: (place: Chosen) => void }) {
  const ordered = problems.toSorted((a, b) => Number(b.level === 'error') - Number(a.level === 'error'))
  return (
    <ul className="flow-problems">
      {ordered.map((p, at) => {
        const place = placeOf(p)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn anew as a whole
          <li key={at}>
            <button type="button" className={p.level === 'error' ? 'is-error' : ''} disabled={!place} onClick={() => place && onJump(place)}>
              <TriangleAlert size={15} />
              <span>{p.text}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
