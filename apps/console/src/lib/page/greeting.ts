/** Key of the greeting at this time of day; it takes the person's `name`. */
export function greetingKey(hour = new Date().getHours()) {
  if (hour < 12) return 'home.place.morning';
  return hour < 18 ? 'home.place.afternoon' : 'home.place.evening';
}
