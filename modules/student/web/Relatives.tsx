import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { type Entity, permissionKey } from '#model'
import { Loading } from '#web/feedback/Loaded.tsx'
import { address, get, type PageOf } from '#web/http/index.ts'
import { language, t } from '#web/i18n/index.ts'
import { allows } from '#web/records/abilities.ts'
import { ConfirmRemove } from '#web/records/ConfirmRemove.tsx'
import type { Shown } from '#web/records/columns.ts'
import { FieldValue } from '#web/records/FieldValue.tsx'
import { EntityForm } from '#web/records/lazy-dialogs.ts'
import { useSession } from '#web/session/useCan.ts'
import { entityKey } from '#web/values/address.ts'
import { familyMember, studyExperience } from '../model/family.ts'
import style from './student.module.css'

/** Relatives and schools, with the actions the reader may use. */
export const Relatives = ({ studentId }: { studentId: string }) => (
  <>
    <Children of={familyMember} studentId={studentId} layout={['relation', 'name', 'phone', 'isGuardian', 'employer', 'occupation', 'incomeYearly']}>
      {row => (
        <>
          <b>
            {row.name}
            <small>
              <FieldValue of={familyMember} name="relation" row={row} />
              {row.isGuardian ? t('，监护人') : ''}
            </small>
          </b>
          <span>
            <FieldValue of={familyMember} name="phone" row={row} />
          </span>
          <span className="ql-quiet">{[row.occupation, row.employer].filter(Boolean).join(' · ')}</span>
        </>
      )}
    </Children>
    <Children of={studyExperience} studentId={studentId} layout={['from', 'to', 'school', 'witness']}>
      {row => (
        <>
          <b>{row.school}</b>
          <span>
            {row.from} {t('至')} {row.to}
          </span>
          <span className="ql-quiet">{row.witness ? t('证明人 {{name}}', { name: row.witness }) : ''}</span>
        </>
      )}
    </Children>
  </>
)
interface ChildrenProps<E extends Entity> {
  of: E
  studentId: string
  layout: readonly string[]
  children: (row: Shown<E>) => ReactNode
}
type Opened = { verb: 'add' } | { verb: 'update' | 'remove'; id: string; name: string }

function Children<E extends Entity>({ of, studentId, layout, children }: ChildrenProps<E>) {
  const { can } = useSession()
  const [opened, setOpened] = useState<Opened>()
  const may = (verb: string): boolean => can(permissionKey(of, verb))
  const label = t(of.label)
  const read = useQuery({
    queryKey: [...entityKey(of), 'list', language(), studentId],
    queryFn: ({ signal }) => get<PageOf<Shown<E>>>(address(of, 'list'), { studentId, size: 50 }, { signal, quiet: true }),
    meta: { inPlace: true },
    enabled: may('list'),
  })
  const { data } = read
  if (!may('list')) return null
  const close = () => setOpened(undefined)
  const nameOf = (row: Shown<E>): string => String((row as unknown as Record<string, unknown>)[of.options.title] ?? label)
  return (
    <section>
      <h3 className={style.head}>
        {label}
        {may('add') ? (
          <Button type="link" size="small" icon={<Plus size={14} />} onClick={() => setOpened({ verb: 'add' })}>
            {t('新增')}
          </Button>
        ) : null}
      </h3>
      {data ? null : <Loading of={read} lines={2} failed={t('{{label}}暂时取不到', { label })} />}
      {data && !data.result.length ? <p className="ql-quiet">{t('还没有{{label}}', { label })}</p> : null}
      <ul className={style.children}>
        {data?.result.map(row => (
          <li key={row.id}>
            {children(row)}
            <span>
              {may('update') && allows(row, 'update') ? (
                <Button type="link" size="small" onClick={() => setOpened({ verb: 'update', id: row.id, name: nameOf(row) })}>
                  {t('修改')}
                </Button>
              ) : null}
              {may('remove') && allows(row, 'remove') ? (
                <Button type="link" size="small" danger onClick={() => setOpened({ verb: 'remove', id: row.id, name: nameOf(row) })}>
                  {t('删除')}
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <Suspense>
        {opened?.verb === 'add' ? <EntityForm of={of as Entity} initial={{ studentId }} layout={layout} onClose={close} /> : null}
        {opened?.verb === 'update' ? <EntityForm of={of as Entity} id={opened.id} layout={layout} onClose={close} /> : null}
        {opened?.verb === 'remove' ? <ConfirmRemove of={of} rows={[{ id: opened.id, name: opened.name }]} onClose={close} onDone={close} /> : null}
      </Suspense>
    </section>
  )
}
