// The cards at the top of the staff's dashboard. One file, because each file is a request.
export { FirstStepsCard } from '../../features/tenancy/first-steps/first-steps-card';
export { TodayCard } from '../../features/giving/today/today-card';
