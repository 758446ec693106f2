import { Checkbox, Select } from 'antd'
import { ManyRefs } from '#modules/system/web/CustomScopeInput.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { ANYBODY, NO_BEDS, type PoolFilter, type StudentFilter } from '../model/filters.ts'
import style from './presort.module.css'

const YEARS = 8
const grades = (): number[] => Array.from({ length: YEARS }, (_, n) => new Date().getFullYear() + 1 - n)

/** Audience of a plan: grades, colleges, classes. */
export function StudentInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  const filter = { ...ANYBODY, ...((value as StudentFilter | null) ?? {}) }
  const put = (more: Partial<StudentFilter>) => onChange({ ...filter, ...more })
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      <div className={style.field}>
        <span>{t('年级')}</span>
        <Select
          mode="multiple"
          aria-label={t('年级')}
          disabled={disabled}
          value={filter.grades}
          options={[...new Set([...filter.grades, ...grades()])].map(g => ({ value: g, label: String(g) }))}
          onChange={next => put({ grades: next })}
        />
      </div>
      <ManyRefs to="department" label={t('学院')} disabled={disabled} value={filter.departmentIds} onChange={departmentIds => put({ departmentIds })} />
      <ManyRefs to="stuClass" label={t('班级')} disabled={disabled} value={filter.classIds} onChange={classIds => put({ classIds })} />
      <div className={style.field}>
        <span>{t('性别')}</span>
        <Select
          aria-label={t('性别')}
          disabled={disabled}
          allowClear
          placeholder={t('不限')}
          value={filter.genderCode}
          options={[
            { value: '1' as const, label: t('男') },
            { value: '2' as const, label: t('女') },
          ]}
          onChange={next => put({ genderCode: next ?? null })}
        />
      </div>
    </Stack>
  )
}
/** Beds of a plan: campuses, buildings, floors, or grants of an earlier plan. */
export function PoolFilterInput({ id, value, onChange, disabled, describedBy }: DrawnInput) {
  const pool = { ...NO_BEDS, ...((value as PoolFilter | null) ?? {}) }
  const put = (more: Partial<PoolFilter>) => onChange({ ...pool, ...more })
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      <ManyRefs to="campus" label={t('校区')} disabled={disabled} value={pool.campusIds} onChange={campusIds => put({ campusIds })} />
      <ManyRefs to="dormBuilding" label={t('宿舍楼')} disabled={disabled} value={pool.dormIds} onChange={dormIds => put({ dormIds })} />
      <ManyRefs to="dormFloor" label={t('楼层')} disabled={disabled} value={pool.floorIds} onChange={floorIds => put({ floorIds })} />
      <ManyRefs
        to="presortPlan"
        label={t('上一级方案')}
        disabled={disabled}
        value={pool.fromPlanId ? [pool.fromPlanId] : []}
        onChange={ids => put({ fromPlanId: ids.at(-1) ?? null })}
      />
      <Checkbox checked={pool.ownCollege} disabled={disabled} onChange={event => put({ ownCollege: event.target.checked })}>
        {t('房间设置了使用学院的，只给这个学院')}
      </Checkbox>
    </Stack>
  )
}
