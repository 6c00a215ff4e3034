/**
 * Selects the names of all donors. Other contexts join it: `left join (${donorNamesSql}) d on …`.
 */
export const donorNamesSql = 'select organization_id, id, name from donor';
